import { common } from './en/common.ts'
import { shell } from './en/shell.ts'
import { vault } from './en/vault.ts'

/** The texts of the dashboard, by folder of `components`. */
export const en = { common, shell, vault }
