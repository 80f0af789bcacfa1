-- Exports of earlier versions have secrets, such as signing links in events and emails: they are deleted at the start.
update privacy_requests set expires_at = now() where type = 'export' and status = 'completed';
