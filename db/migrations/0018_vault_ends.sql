-- The days on which retention ends, beside the months: of the month that has begun, whole days are sums as well.
CREATE OR REPLACE FUNCTION vault_keys(archived_at timestamptz, signed_at timestamptz, expires_at timestamptz, tags text[])
RETURNS TABLE (kind text, key text) LANGUAGE sql STABLE AS $$
  SELECT 'status', CASE WHEN archived_at IS NULL THEN 'kept' ELSE 'archived' END
  UNION ALL SELECT CASE WHEN archived_at IS NULL THEN 'kept' ELSE 'archived' END, to_char(signed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')
  UNION ALL SELECT 'ends', to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM') WHERE archived_at IS NULL
  UNION ALL SELECT 'ends_on', to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') WHERE archived_at IS NULL
  UNION ALL SELECT DISTINCT 'tag', tag FROM unnest(tags) tag
$$;--> statement-breakpoint
INSERT INTO tallies (tenant_id, room, test_mode, kind, key, count, bytes)
  SELECT tenant_id, 'vault', test_mode, 'ends_on', to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), count(*), sum(size)
  FROM vault_documents WHERE archived_at IS NULL GROUP BY 1, 3, 5;
