import { appendFileSync, chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { embeddedUrl, giveToServer, startEmbedded } from '#db/embedded/embedded'
import { sendSignal } from '#db/embedded/postmaster'
import { startPair } from '#lib/testing/database/standby'
import { asSuperuser } from '../superuser.ts'
import type { Fault } from './fault.ts'
import { findUnusedFiles } from './unused-files.ts'

/** One connection after the other ends, if possible in a transaction; the others stay. */
export const connectionEnded: Fault = {
  title: 'PostgreSQL ends connections',
  seconds: 90,
  apartSeconds: 0,
  inject: ({ service }) =>
    asSuperuser(service.dataDir, async (owner) => {
      for (let count = 0; count < 5; count++) {
        await owner`select pg_terminate_backend(pid) from (
          select pid from pg_stat_activity where usename like 'paraph_app%'
          order by state in ('active', 'idle in transaction') desc, random() limit 1) chosen`
        await sleep(200)
      }
    }),
  check: findUnusedFiles,
}

// Both happen once: there is no second standby, and the restored database has no archive.

/** As a cluster does it: the standby has every commit, and takes over when the primary has been silent for a while. */
export const failover: Fault = {
  title: 'the primary database is killed; its synchronous standby takes over after 20 s',
  seconds: 20,
  prepare: async (site) => {
    const { primary, standby } = await startPair(site.openFolder(), { durable: true })
    site.cleanups.push(
      () => primary.stop(),
      () => standby.stop(),
    )
    await asSuperuser(join(site.folder, 'primary'), async (owner) => {
      await owner`alter system set synchronous_standby_names = '*'`
      await owner`select pg_reload_conf()`
    })
    await site.useDatabase(primary)
  },
  inject: ({ databaseServer }) => sendSignal(databaseServer!.pid, 'SIGKILL'),
  heal: async ({ folder, databaseProxy }) => {
    const dataDir = join(folder, 'standby')
    databaseProxy!.cut()
    await asSuperuser(dataDir, (owner) => owner`select pg_promote()`)
    databaseProxy!.leadTo(embeddedUrl(dataDir))
  },
}

const RESTORE_POINT = 'before the mistake'

/** As a person does it: the service is cut off first, so that it commits nothing that is lost. */
export const restore: Fault = {
  title: 'a table is dropped; the database is restored to the moment before, from a backup and its log',
  seconds: 10,
  prepare: async (site) => {
    const { dataDir, files, backup, archive } = listFolders(site.openFolder())
    await (await startEmbedded({ dataDir })).stop()
    cpSync(files, backup, { recursive: true })
    mkdirSync(archive)
    chmodSync(archive, 0o777)
    configure(files, { archive_mode: 'on', archive_command: `cp "%p" "${archive}/%f"` })
    const server = await startEmbedded({ dataDir })
    site.cleanups.push(() => site.databaseServer!.stop())
    await site.useDatabase(server)
  },
  inject: async ({ folder, databaseServer, databaseProxy }) => {
    databaseProxy!.cut()
    await asSuperuser(listFolders(folder).dataDir, async (owner) => {
      await owner`select pg_create_restore_point(${RESTORE_POINT})`
      await owner`drop table signers cascade`
      await owner`select pg_switch_wal()`
    })
    await databaseServer!.stop()
  },
  heal: async (site) => {
    const { dataDir, files, backup, archive } = listFolders(site.folder)
    rmSync(files, { recursive: true })
    cpSync(backup, files, { recursive: true })
    chmodSync(files, 0o700)
    configure(files, {
      restore_command: `cp "${archive}/%f" "%p"`,
      recovery_target_name: RESTORE_POINT,
      recovery_target_action: 'promote',
    })
    writeFileSync(join(files, 'recovery.signal'), '')
    await giveToServer(dataDir)
    site.databaseServer = await startEmbedded({ dataDir })
    await asSuperuser(dataDir, async (owner) => {
      while ((await owner`select where pg_is_in_recovery()`).length > 0) await sleep(200)
    })
    site.databaseProxy!.leadTo(site.databaseServer.url)
  },
}

function listFolders(folder: string) {
  const dataDir = join(folder, 'database')
  const files = join(dataDir, 'postgres')
  return { dataDir, files, backup: join(folder, 'backup'), archive: join(folder, 'archive') }
}

function configure(files: string, settings: Record<string, string>): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  appendFileSync(join(files, 'postgresql.auto.conf'), lines.join(''))
}
