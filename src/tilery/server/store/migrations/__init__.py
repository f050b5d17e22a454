"""The schema's versions, one file each in ``versions``; Alembic reads them."""
