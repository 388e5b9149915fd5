"""Machines behind an MQTT broker, found by the discovery convention of Home Assistant."""
