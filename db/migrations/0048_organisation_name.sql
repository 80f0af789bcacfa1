-- db/functions: 68afe7a5305f40784613fb86a2969b6e54157bfc0adab1b7f87b523a772af346
ALTER TABLE "processes" ADD COLUMN "organisation_name" text;