import { connect } from '#db/connection/client'
import { readInstallationKey } from '#db/installation-key'
import { env } from '#lib/core/env'
import { refusal } from './context.ts'

/** Connects as the owner of the database, which must have an installation key. */
export async function withOwner<T>(callback: (owner: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
  const owner = connect(env().databaseUrl ?? '', { max: 1, connect_timeout: 10 })
  try {
    if (!(await readInstallationKey(owner))) throw refusal('The database is empty: start the service first.')
    return await callback(owner)
  } finally {
    await owner.end({ timeout: 1 })
  }
}
