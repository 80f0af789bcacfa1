import { appendFileSync, chmodSync, cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedServer, giveToServer, startEmbedded } from '#db/embedded/embedded'

/** A server and its streaming replica, whose passwords are the same. */
interface StandbyPair {
  primary: EmbeddedServer
  standby: EmbeddedServer
}

/** Starts them with the data folders `primary` and `standby` in `folder`. @param durable see `startEmbedded` */
export async function startPair(folder: string, { durable }: { durable: boolean }): Promise<StandbyPair> {
  const [primaryFolder, standbyFolder] = [join(folder, 'primary'), join(folder, 'standby')]
  const start = (dataDir: string) => startEmbedded({ dataDir, durable })
  await (await start(primaryFolder)).stop()
  appendFileSync(join(primaryFolder, 'postgres/pg_hba.conf'), 'local replication all scram-sha-256\n')
  cpSync(primaryFolder, standbyFolder, { recursive: true })
  const primary = await start(primaryFolder)
  const { hostname, username, password } = new URL(primary.url)
  const source = `host=${decodeURIComponent(hostname)} user=${username} password=${password}`
  writeFileSync(join(standbyFolder, 'postgres/postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  writeFileSync(join(standbyFolder, 'postgres/standby.signal'), '')
  chmodSync(join(standbyFolder, 'postgres'), 0o700)
  await giveToServer(standbyFolder)
  return { primary, standby: await start(standbyFolder) }
}
