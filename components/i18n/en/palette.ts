/** The command palette. */
export const palette = {
  open: 'Search',
  shortcut: 'Ctrl K',
  label: 'Search and commands',
  placeholder: 'Search records, pages and actions',
  listKeys: 'In lists: ↑ ↓ or J K go from row to row, X selects, Enter opens, / searches.',
  nothing: 'Nothing found.',
  records: 'Records',
  actions: 'Actions',
  people: 'People',
  pages: 'Pages',
  newProcess: 'New process',
  newTemplate: 'New template',
  upload: 'Upload documents',
  user: 'User',
  processesOfPerson: 'Processes',
  vaultOfPerson: 'Vault',
  words: {
    invite: 'person, people, colleague, member',
    theme: 'theme, mode, appearance',
    signOut: 'log out, sign off',
  },
  topics: {
    profile: 'name, language, password',
    security: 'passkeys, authenticator app, sessions',
    organisation: 'usage, quotas, sign-in rules, retention',
    branding: 'logo, colour, reply address, defaults',
    consent: 'terms, ESIGN, eIDAS',
    personalData: 'export, erase, GDPR, privacy',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    everywhere: 'Everywhere',
    everywhereText:
      'Ctrl K (on a Mac ⌘K) searches records, people, pages and actions. Arrow keys and Enter choose. Escape closes a dialog or menu.',
    editor: 'In the editor of fields',
  },
}
