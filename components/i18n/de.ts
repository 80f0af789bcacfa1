import { common } from './de/common.ts'
import { shell } from './de/shell.ts'
import { vault } from './de/vault.ts'
import type { Messages } from './messages.ts'

/** The texts of the dashboard, by folder of `components`. */
export const de: Messages = { common, shell, vault }
