import { DrizzleQueryError, eq, isNull, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { invalidState } from '#lib/core/errors'
import type { ErrorMessage } from '#lib/messages/errors'

/** The SQLSTATE of the triggers in db/functions/folders.sql. */
const SPLIT_FOLDERS = 'PF001'

/** A folder in the query of a list, or `none` for records without one. */
export type FolderFilter = number | 'none' | undefined

/** The condition that a record is in this folder. */
export function whereInFolder(column: PgColumn, folder: FolderFilter): SQL | undefined {
  if (folder === undefined) return undefined
  return folder === 'none' ? isNull(column) : eq(column, folder)
}

/** Maps the error of those triggers to `invalid_state`; returns other errors unchanged. */
export function toSplitRefusal(error: unknown): unknown {
  const cause = error instanceof DrizzleQueryError ? (error.cause as Error & { code?: string }) : null
  return cause?.code === SPLIT_FOLDERS ? invalidState(cause.message as ErrorMessage, 'shared') : error
}
