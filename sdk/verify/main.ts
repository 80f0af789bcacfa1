import { runCommand } from './command.ts'
import { UnreadablePackage } from './package-files.ts'

const UNREADABLE = 2

process.exitCode = await runCommand(process.argv.slice(2), console.log).catch((error: unknown) => {
  if (!(error instanceof UnreadablePackage)) throw error
  console.error(error.message)
  return UNREADABLE
})
