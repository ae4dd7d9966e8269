"""Migrations, backups and checks of the database."""
