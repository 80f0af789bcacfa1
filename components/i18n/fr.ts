import { api } from './fr/api.ts'
import { apiKeys } from './fr/apiKeys.ts'
import { archives } from './fr/archives.ts'
import { auth } from './fr/auth.ts'
import { bulk } from './fr/bulk.ts'
import { common } from './fr/common.ts'
import { documents } from './fr/documents.ts'
import { folders } from './fr/folders.ts'
import { overview } from './fr/overview.ts'
import { palette } from './fr/palette.ts'
import { privacy } from './fr/privacy.ts'
import { processes } from './fr/processes.ts'
import { secondFactor } from './fr/secondFactor.ts'
import { settings } from './fr/settings.ts'
import { shell } from './fr/shell.ts'
import { templates } from './fr/templates.ts'
import { users } from './fr/users.ts'
import { vault } from './fr/vault.ts'
import { webhooks } from './fr/webhooks.ts'
import { zones } from './fr/zones.ts'
import type { Messages } from './messages.ts'

/** The texts of the dashboard, by folder of `components`. */
export const fr: Messages = {
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
