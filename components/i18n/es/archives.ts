import type { Messages } from '../messages.ts'

export const archives: Messages['archives'] = {
  title: 'Expedientes',
  intro: 'Cada proceso completado, con todos sus archivos en un ZIP.',
  search: 'Buscar nombres',
  noMatch: 'Sin resultados',
  noMatchText: 'Ningún expediente coincide.',
  empty: 'Todavía no hay expedientes',
  emptyText: 'Cuando todos han firmado un proceso, aquí se pueden descargar todos sus archivos.',
  columns: { name: 'Nombre', completed: 'Completado', size: 'Tamaño', download: 'Descarga' },
  filter: { completedFrom: 'Completado desde', completedUntil: 'Completado hasta' },
  contents:
    '{documents, plural, one {# documento} other {# documentos}}, {signers, plural, one {# firmante} other {# firmantes}}',
  filesDeleted: 'Los archivos se eliminaron después de su conservación.',
  zip: 'ZIP',
  downloadOf: 'Descargar {name} como ZIP',
  downloading: 'Descargando {name}',
  downloaded: '{name} se ha descargado.',
}
