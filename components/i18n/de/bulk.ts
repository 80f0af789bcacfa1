import type { Messages } from '../messages.ts'

export const bulk: Messages['bulk'] = {
  lists: {
    title: 'Listen',
    intro: 'Vorlagen, die an eine Liste von Personen gesendet wurden.',
    templates: 'Vorlagen',
    sent: 'Gesendet',
    sentOf: '{sent} von {total}',
    started: 'Begonnen',
    empty: 'Noch keine Listen',
    emptyText: 'Öffnen Sie eine Vorlage und wählen Sie „An eine Liste senden“.',
  },
  status: {
    running: 'wird gesendet',
    paused: 'angehalten',
    completed: 'abgeschlossen',
    cancelled: 'abgebrochen',
  },
  list: {
    title: 'Diese Liste',
    progress: 'Gesendete oder fehlgeschlagene Zeilen',
    done: 'Verarbeitete Zeilen: {done} von {total}.',
    paused: 'Angehalten: {reason}',
    details: 'Einzelheiten',
    sent: 'Gesendet',
    failed: 'Fehlgeschlagen',
    remaining: 'Verbleibend',
    started: 'Begonnen',
    ended: 'Beendet',
    startedBy: 'Begonnen von',
    result: 'Ergebnis als CSV',
    pause: 'Anhalten',
    resume: 'Fortsetzen',
  },
  send: {
    templates: 'Vorlagen',
    template: 'Vorlage',
    thisTemplate: 'Diese Vorlage',
    title: 'An eine Liste senden',
    intro:
      'Aus jeder Zeile entsteht ein eigener Vorgang, der sofort gesendet wird. Zuvor wird die ganze Liste geprüft.',
    chooseFile: 'CSV-Datei auswählen',
    file: 'CSV-Datei',
    example: 'Beispiel herunterladen',
    list: 'Liste',
    listHint:
      'Die erste Zeile benennt die Spalten. Jede Spalte, die keine Person bezeichnet, enthält den Wert der Felder, deren Beschriftung ihr Name ist.',
    submit: 'Prüfen und senden',
    errors: 'Fehler in der Liste',
    repeated:
      'Es wurde noch nichts gesendet. Einige Zeilen haben dieselben Personen wie eine frühere; aus jeder Zeile wird ein eigener Vorgang.',
    sendRepeated: 'Trotzdem senden',
    nothingSent: 'Es wurde nichts gesendet. Korrigieren Sie diese Zellen und versuchen Sie es erneut.',
    row: 'Zeile',
    column: 'Spalte',
    error: 'Fehler',
  },
}
