-- The queue `signing.seal` is `processes.seal`: its waiting jobs go with it.
DO $$
BEGIN
  IF to_regclass('pgboss.job') IS NULL THEN
    RETURN;
  END IF;
  UPDATE pgboss.queue SET name = 'processes.seal' WHERE name = 'signing.seal';
  UPDATE pgboss.job SET name = 'processes.seal' WHERE name = 'signing.seal';
END $$;
