import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, renameSync, rmSync, symlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { asSuperuser } from '../superuser.ts'
import type { Fault } from './fault.ts'
import type { Site } from './site.ts'

const MEGABYTES = 700
const FILLER = 'filler'

/** PostgreSQL has a disk of its own. */
export const databaseDiskFull: Fault = {
  title: 'the disk of PostgreSQL is full',
  seconds: 45,
  prepare: async (site) => {
    const { service } = site
    await service.start()
    await service.halt()
    const [folder, copy] = [join(service.dataDir, 'postgres'), join(service.dataDir, 'postgres-copy')]
    renameSync(folder, copy)
    mount(site, folder)
    execFileSync('cp', ['-a', `${copy}/.`, folder])
  },
  inject: async ({ service: { dataDir } }) => {
    fill(join(dataDir, 'postgres'))
    // The log of PostgreSQL needs a new file, which it has no room for.
    for (let count = 0; count < 5; count++)
      await asSuperuser(
        dataDir,
        (sql) => sql`select pg_switch_wal(), pg_logical_emit_message(true, '', '')`,
      ).catch(() => {})
  },
  heal: ({ service }) => empty(join(service.dataDir, 'postgres')),
}

/** The files and those that are received have a disk of their own. */
export const filesDiskFull: Fault = {
  title: 'the disk of the files is full',
  seconds: 30,
  prepare: async (site) => {
    const { service } = site
    const disk = join(service.dataDir, 'disk')
    mount(site, disk)
    for (const name of ['files', 'staging']) {
      mkdirSync(join(disk, name), { mode: 0o700 })
      symlinkSync(join(disk, name), join(service.dataDir, name))
    }
  },
  inject: ({ service }) => fill(join(service.dataDir, 'disk')),
  heal: ({ service }) => empty(join(service.dataDir, 'disk')),
}

/** Database and files are on one disk, as they are with `npm start`. */
export const diskFull: Fault = {
  title: 'the only disk is full',
  seconds: 45,
  prepare: async (site) => mount(site, site.service.dataDir),
  inject: ({ service }) => fill(service.dataDir),
  heal: ({ service }) => empty(service.dataDir),
}

/** Makes a folder a small disk of its own. */
function mount({ cleanups }: Site, folder: string): void {
  if (process.getuid?.() !== 0) throw new Error('This mounts a file system: run it as root.')
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m,mode=700`, 'tmpfs', folder])
  cleanups.push(() => execFileSync('umount', ['--lazy', folder]))
}

/** Writes until the disk is full. */
function fill(folder: string): void {
  const file = openSync(join(folder, FILLER), 'w')
  for (const bytes of [2 ** 20, 2 ** 12]) {
    const piece = Buffer.alloc(bytes)
    try {
      for (;;) if (writeSync(file, piece) < bytes) break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  closeSync(file)
}

function empty(folder: string): void {
  rmSync(join(folder, FILLER), { force: true })
}
