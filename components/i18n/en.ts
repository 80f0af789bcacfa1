import { api } from './en/api.ts'
import { apiKeys } from './en/apiKeys.ts'
import { archives } from './en/archives.ts'
import { auth } from './en/auth.ts'
import { bulk } from './en/bulk.ts'
import { common } from './en/common.ts'
import { documents } from './en/documents.ts'
import { folders } from './en/folders.ts'
import { overview } from './en/overview.ts'
import { palette } from './en/palette.ts'
import { privacy } from './en/privacy.ts'
import { processes } from './en/processes.ts'
import { secondFactor } from './en/secondFactor.ts'
import { settings } from './en/settings.ts'
import { shell } from './en/shell.ts'
import { templates } from './en/templates.ts'
import { users } from './en/users.ts'
import { vault } from './en/vault.ts'
import { webhooks } from './en/webhooks.ts'
import { zones } from './en/zones.ts'

/** The texts of the dashboard, by folder of `components`. */
export const en = {
  api,
  apiKeys,
  archives,
  auth,
  bulk,
  common,
  documents,
  folders,
  overview,
  palette,
  privacy,
  processes,
  secondFactor,
  settings,
  shell,
  templates,
  users,
  vault,
  webhooks,
  zones,
}
