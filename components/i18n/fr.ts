import { common } from './fr/common.ts'
import { shell } from './fr/shell.ts'
import { vault } from './fr/vault.ts'
import type { Messages } from './messages.ts'

/** The texts of the dashboard, by folder of `components`. */
export const fr: Messages = { common, shell, vault }
