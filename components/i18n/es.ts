import { api } from './es/api.ts'
import { apiKeys } from './es/apiKeys.ts'
import { archives } from './es/archives.ts'
import { auth } from './es/auth.ts'
import { bulk } from './es/bulk.ts'
import { common } from './es/common.ts'
import { documents } from './es/documents.ts'
import { folders } from './es/folders.ts'
import { overview } from './es/overview.ts'
import { palette } from './es/palette.ts'
import { privacy } from './es/privacy.ts'
import { processes } from './es/processes.ts'
import { secondFactor } from './es/secondFactor.ts'
import { settings } from './es/settings.ts'
import { shell } from './es/shell.ts'
import { templates } from './es/templates.ts'
import { users } from './es/users.ts'
import { vault } from './es/vault.ts'
import { webhooks } from './es/webhooks.ts'
import { zones } from './es/zones.ts'
import type { Messages } from './messages.ts'

/** The texts of the dashboard, by folder of `components`. */
export const es: Messages = {
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
