import { api } from './de/api.ts'
import { apiKeys } from './de/apiKeys.ts'
import { archives } from './de/archives.ts'
import { auth } from './de/auth.ts'
import { bulk } from './de/bulk.ts'
import { common } from './de/common.ts'
import { documents } from './de/documents.ts'
import { folders } from './de/folders.ts'
import { overview } from './de/overview.ts'
import { palette } from './de/palette.ts'
import { privacy } from './de/privacy.ts'
import { processes } from './de/processes.ts'
import { secondFactor } from './de/secondFactor.ts'
import { settings } from './de/settings.ts'
import { shell } from './de/shell.ts'
import { templates } from './de/templates.ts'
import { users } from './de/users.ts'
import { vault } from './de/vault.ts'
import { webhooks } from './de/webhooks.ts'
import { zones } from './de/zones.ts'
import type { Messages } from './messages.ts'

/** The texts of the dashboard, by folder of `components`. */
export const de: Messages = {
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
