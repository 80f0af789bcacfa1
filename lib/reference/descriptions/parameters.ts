/** The descriptions of query and path parameters that their own schema does not describe. */
const parameterDescriptions: Record<string, string> = {
  document_id: 'The document of a process with several; without it a ZIP with all of them.',
  event: 'Only deliveries of this type of event.',
  event_id: 'Only deliveries of this event.',
  external_id: 'Only processes with this id of your system.',
  format: 'The format of the response.',
  locale: 'Only texts of this language.',
  log: 'The id of the attempt.',
  role: 'Only users of this role.',
  signer: 'The id of the signer.',
  sort: 'The member by which the list is ordered; with `-` in descending order. An entry whose member changes while pages are read may be on none of them: to get all, take one that stays, such as `created_at`, which only of a delivery changes, with each attempt.',
  status: 'Only records of this status.',
  version: 'The version of the text.',
}

/** What the id after a part of a path names. */
const recordNames: Record<string, string> = {
  'api-keys': 'API key',
  archives: 'process',
  'bulk-sends': 'bulk send',
  documents: 'document',
  folders: 'folder',
  passkeys: 'passkey',
  requests: 'request',
  sessions: 'session',
  'signature-processes': 'process',
  templates: 'template',
  users: 'user',
  webhooks: 'webhook',
}

/** The description of a parameter; undefined when there is none for its name. */
export function describeParameter(path: string, name: string): string | undefined {
  if (name !== 'id') return parameterDescriptions[name]
  const [, collection = ''] = /([\w-]+)\/\{id\}/.exec(path) ?? []
  const record = path.includes('/vault/') ? 'vault document' : recordNames[collection]
  return record && `The id of the ${record}.`
}
