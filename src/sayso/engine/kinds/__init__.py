"""The kinds of values: each finds itself in what was said, as spans with canonical values. No kind knows a tool."""
