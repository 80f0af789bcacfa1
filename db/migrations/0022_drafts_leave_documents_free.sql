UPDATE "documents" SET "status" = 'uploaded'
WHERE "status" = 'in_process' AND NOT EXISTS (
  SELECT FROM "process_documents" d JOIN "processes" p ON p."id" = d."process_id"
  WHERE d."document_id" = "documents"."id" AND p."status" IN ('sent', 'in_progress'));
