import { common } from './es/common.ts'
import { shell } from './es/shell.ts'
import { vault } from './es/vault.ts'
import type { Messages } from './messages.ts'

/** The texts of the dashboard, by folder of `components`. */
export const es: Messages = { common, shell, vault }
