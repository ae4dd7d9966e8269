"""What Alembic runs for every command: always on the connection that it is handed."""

from alembic import context

from db.sql.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes a table by building it anew
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
