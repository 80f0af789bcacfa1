import type { Messages } from '../messages.ts'

export const palette: Messages['palette'] = {
  open: 'Suchen',
  shortcut: 'Strg K',
  label: 'Suche und Befehle',
  placeholder: 'Datensätze, Seiten und Aktionen suchen',
  listKeys: 'In Listen: ↑ ↓ oder J K wechseln die Zeile, X wählt aus, die Eingabetaste öffnet, / sucht.',
  nothing: 'Nichts gefunden.',
  records: 'Datensätze',
  actions: 'Aktionen',
  people: 'Personen',
  pages: 'Seiten',
  newProcess: 'Neuer Vorgang',
  newTemplate: 'Neue Vorlage',
  upload: 'Dokumente hochladen',
  user: 'Benutzer',
  processesOfPerson: 'Vorgänge',
  vaultOfPerson: 'Tresor',
  words: {
    invite: 'Person, Personen, Kollegin, Kollege, Mitglied',
    theme: 'Design, Modus, Darstellung',
    signOut: 'ausloggen, Logout',
  },
  topics: {
    profile: 'Name, Sprache, Passwort',
    security: 'Passkeys, Authenticator-App, Sitzungen',
    organisation: 'Nutzung, Kontingente, Anmelderegeln, Aufbewahrung',
    branding: 'Logo, Farbe, Antwortadresse, Vorgaben',
    consent: 'Bedingungen, ESIGN, eIDAS',
    personalData: 'Export, Löschung, DSGVO, Datenschutz',
  },
  shortcuts: {
    title: 'Tastenkürzel',
    everywhere: 'Überall',
    everywhereText:
      'Strg K (auf einem Mac ⌘K) sucht Datensätze, Personen, Seiten und Aktionen. Pfeiltasten und Eingabetaste wählen aus. Esc schließt einen Dialog oder ein Menü.',
    editor: 'Im Editor der Felder',
  },
}
