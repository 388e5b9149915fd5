"""From words to what they ask for: exact patterns first, the tagger after."""
