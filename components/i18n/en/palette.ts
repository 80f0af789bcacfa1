/** The command palette. */
export const palette = {
  open: 'Search',
  shortcut: 'Ctrl K',
  label: 'Search and commands',
  placeholder: 'Search records, pages and actions',
  listKeys: 'In lists: ↑ ↓ or J K go from row to row, X selects, Enter opens, / searches.',
  nothing: 'Nothing found.',
  records: 'Records',
  create: 'Create',
  pages: 'Pages',
  newProcess: 'New process',
  newTemplate: 'New template',
}
