-- The queue `signing.prepare` is one with `signing.seal`: what waits there, or lost its worker, goes on.
DO $$
BEGIN
  IF to_regclass('pgboss.job') IS NULL THEN
    RETURN;
  END IF;
  UPDATE pgboss.job SET name = 'signing.seal', state = 'created', retry_count = 0, start_after = now()
  WHERE name = 'signing.prepare' AND state < 'completed'
    AND EXISTS (SELECT FROM pgboss.queue WHERE queue.name = 'signing.seal');
END $$;
