import type { Messages } from '../messages.ts'

export const palette: Messages['palette'] = {
  open: 'Suchen',
  shortcut: 'Strg K',
  label: 'Suche und Befehle',
  placeholder: 'Datensätze, Seiten und Aktionen suchen',
  listKeys: 'In Listen: ↑ ↓ oder J K wechseln die Zeile, X wählt aus, die Eingabetaste öffnet, / sucht.',
  nothing: 'Nichts gefunden.',
  records: 'Datensätze',
  create: 'Erstellen',
  pages: 'Seiten',
  newProcess: 'Neuer Vorgang',
  newTemplate: 'Neue Vorlage',
}
