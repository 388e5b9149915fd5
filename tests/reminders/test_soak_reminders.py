"""A small crowd of reminders over two replicas, one of which is killed."""

from postgres import Server
from soak_reminders import soak


def test_each_is_delivered_although_a_replica_is_killed(postgres: Server) -> None:
    assert "60 delivered" in soak(postgres.new_database(), 5, 60)
