"""The Things5 platform: its devices, what they measure, and commands to them, over HTTP."""
