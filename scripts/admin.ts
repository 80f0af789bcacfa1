import { closeDatabase } from '#db/connection/client'
import { embeddedUrl } from '#db/embedded/embedded'
import { loadInstallationKey } from '#db/installation-key'
import { parseEnv } from '#lib/core/env'
import { closeSender } from '#lib/jobs/boss'
import { backupCommands } from './admin/backups.ts'
import {
  type Command,
  describeCommand,
  describeUse,
  type Given,
  parseGiven,
  type Result,
  refuse,
  WrongUse,
} from './admin/command.ts'
import { explainFailure } from './admin/failure.ts'
import { installationCommands } from './admin/installation.ts'
import { keyCommands } from './admin/keys.ts'
import { tenantCommands } from './admin/tenants.ts'
import { userCommands } from './admin/users.ts'
import { verifyCommands } from './admin/verify.ts'

/*
 * npm run admin -- COMMAND: what an operator does on the machine of an installation, with the environment of its
 * service. npm run backup and npm run restore call it, too.
 */

const commands: Record<string, Command> = {
  ...installationCommands,
  ...tenantCommands,
  ...userCommands,
  ...keyCommands,
  ...backupCommands,
  ...verifyCommands,
}

const args = process.argv.slice(2)
const asJson = args.includes('--json')
const asksForHelp = args[0] === 'help'
const words = args.slice(asksForHelp ? 1 : 0).filter((word) => !['--json', '--help'].includes(word))
const wantsHelp = asksForHelp || args.includes('--help') || words.length === 0
const name = [2, 1]
  .map((count) => words.slice(0, count).join(' '))
  .find((text) => Object.hasOwn(commands, text))
const command = name === undefined ? undefined : commands[name]

try {
  if (wantsHelp) console.log(name && command ? describeCommand(name, command) : describeAll())
  else if (name && command)
    await runCommand(command, parseGiven(command, words.slice(name.split(' ').length)))
  else throw new WrongUse(`Unknown: ${words.join(' ')}`)
} catch (error) {
  if (!(error instanceof WrongUse)) throw error
  if (asJson) print(refuse(error.message))
  else
    console.error(`${error.message}\n\n${name && command ? describeCommand(name, command) : describeAll()}`)
  process.exitCode = 2
}

function describeAll(): string {
  const lines = Object.entries(commands).map(
    ([each, one]) => `  ${describeUse(each, one)}\n      ${one.does.replaceAll('\n', '\n      ')}`,
  )
  return `npm run admin -- COMMAND [--json]

${lines.join('\n')}

COMMAND --help says more about one. --json prints the result for programs.
Exit codes: 0 all is well, 1 something is wrong, 2 wrong use.`
}

async function runCommand(chosen: Command, given: Given): Promise<void> {
  try {
    const result = await connectAndRun(chosen, given).catch(toFailure)
    print(result)
    process.exitCode = result.ok ? 0 : 1
  } finally {
    await closeSender()
    await closeDatabase()
  }
}

function print({ value, text }: Result): void {
  console.log(asJson ? JSON.stringify(value, null, 2) : text)
}

async function connectAndRun(chosen: Command, given: Given): Promise<Result> {
  try {
    setDatabaseUrl()
  } catch (error) {
    // The others say what is wrong themselves.
    if (!chosen.isOffline) throw error
  }
  if (!chosen.isOffline) await loadInstallationKey()
  return chosen.run(given)
}

function toFailure(error: Error): Result {
  if (error instanceof WrongUse) throw error
  return refuse(explainFailure(error))
}

/** Without DATABASE_URL, the database is that of the service that runs on the data folder. */
function setDatabaseUrl(): void {
  const { databaseUrl, dataDir } = parseEnv(process.env)
  if (!databaseUrl) process.env.DATABASE_URL = embeddedUrl(dataDir)
}
