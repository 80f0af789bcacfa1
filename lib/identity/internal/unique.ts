import { DrizzleQueryError } from 'drizzle-orm'

const UNIQUE_VIOLATION = '23505'

/** Whether a statement failed because another row has the value of a unique index already. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof DrizzleQueryError && (error.cause as { code?: string }).code === UNIQUE_VIOLATION
}
