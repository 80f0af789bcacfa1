import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** When a heartbeat job last ran, one row for all workers; and when each worker process last reported that it runs. */
export const heartbeats = pgTable('heartbeats', {
  name: text().primaryKey(),
  at: instant().notNull(),
  /** How far the clock of the process is ahead of the database's. */
  clockOffsetMs: integer(),
})

/** The jobs that a worker process runs now, and those during which one ended. */
export const jobRuns = pgTable('job_runs', {
  /** The queue with the work or the key of the job, or else its id: a later job of the same record counts as the same. */
  key: text().primaryKey(),
  jobId: uuid().notNull(),
  /** The name of the process that runs the job; null between two runs. */
  process: text(),
  /** How many processes ended during the job. */
  deaths: integer().notNull().default(0),
  at: instant().notNull(),
})
