/** The list of archives. */
export const archives = {
  title: 'Archives',
  intro: 'Every completed process, with all its files as one ZIP.',
  search: 'Search names',
  noMatch: 'No results',
  noMatchText: 'No archives match.',
  empty: 'No archives yet',
  emptyText: 'When everyone has signed a process, all its files can be downloaded here.',
  columns: { name: 'Name', completed: 'Completed', size: 'Size', download: 'Download' },
  filter: { completedFrom: 'Completed from', completedUntil: 'Completed until' },
  contents:
    '{documents, plural, one {# document} other {# documents}}, {signers, plural, one {# signer} other {# signers}}',
  filesDeleted: 'The files were deleted after their retention.',
  zip: 'ZIP',
  downloadOf: 'Download {name} as ZIP',
  downloading: 'Downloading {name}',
  downloaded: '{name} is downloaded.',
}
