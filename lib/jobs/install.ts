import { PgBoss } from 'pg-boss'
import { connect } from '#db/connection/client'

/** Creates or updates the tables of pg-boss, as the database owner; runs after the migrations of `db/`. */
export async function installJobs(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 1, supervise: false, schedule: false })
  // Without a listener an error event would end the process.
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false, close: true })
  const client = connect(ownerUrl, { max: 1 })
  try {
    // The supervision of workers reads the active jobs every second.
    await client`create index if not exists paraph_active_jobs on pgboss.job_common (name) where state = 'active'`
    // Every enqueue reads the lowest priority among the waiting jobs of its group.
    await client`create index if not exists paraph_turns on pgboss.job_common (name, group_id, priority) where state < 'active'`
  } finally {
    await client.end()
  }
}
