"""Steps from one version of the tables to the next, by Alembic; each stays as it was written."""
