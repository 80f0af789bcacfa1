-- db/functions: e411a8ffa5ce11c8e0590c2997f085c70f55e25f6658a9b60e3bac1c2e2021f4
ALTER TABLE "processes" ADD COLUMN "preparation" integer DEFAULT 0 NOT NULL;
