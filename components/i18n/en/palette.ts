/** The command palette. */
export const palette = {
  open: 'Search',
  shortcut: 'Ctrl K',
  label: 'Search and commands',
  placeholder: 'Search records, pages and actions',
  nothing: 'Nothing found.',
  records: 'Records',
  create: 'Create',
  pages: 'Pages',
  newProcess: 'New process',
  newTemplate: 'New template',
}
