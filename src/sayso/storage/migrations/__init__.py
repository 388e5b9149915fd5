"""How the tables came to be: one revision after the other, none changed once released."""
