import { PgBoss } from 'pg-boss'
import { connect } from '#db/connection/client'
import { bossAddress } from './boss.ts'
import { createIndexes } from './boss-internals.ts'

/** Creates or updates the tables of pg-boss, as the database owner; runs after the migrations of `db/`. */
export async function installJobs(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ ...bossAddress(ownerUrl), max: 1, supervise: false, schedule: false })
  // Without a listener an error event would end the process.
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false, close: true })
  const client = connect(ownerUrl, { max: 1 })
  try {
    await createIndexes(client)
  } finally {
    await client.end()
  }
}
