import type { Messages } from '../messages.ts'

export const overview: Messages['overview'] = {
  greeting: 'Guten Tag',
  greetingName: 'Guten Tag, {name}',
  inProgress:
    '{count, plural, =0 {Keine Unterschrift steht aus.} one {Ein Vorgang läuft.} other {# Vorgänge laufen.}}',
  waiting: {
    title: 'Ausstehend',
    empty: 'Keine ausstehenden Unterschriften',
    emptyText: 'Zur Unterschrift gesendete Dokumente erscheinen hier, bis sie unterschrieben sind.',
    columns: { process: 'Vorgang', signer: 'Unterzeichner', since: 'Seit' },
  },
  completed: 'Kürzlich abgeschlossen',
  counts: {
    label: 'Anzahlen',
    waiting: 'Warten auf Unterschriften',
    expiring: 'Laufen binnen einer Woche ab',
    drafts: 'Entwürfe',
    completed: 'Abgeschlossen',
    vaultExpiring: 'Aufbewahrung endet bald',
  },
  forYou: {
    title: 'Wartet auf Sie',
    text: 'Sie sind an der Reihe. Der Link zum Unterschreiben steht in der E-Mail an {email}; Sie können ihn sich erneut senden lassen.',
    from: 'Von',
    until: 'Bis',
    link: 'Link',
  },
  expiring: { title: 'Läuft bald ab', expires: 'Läuft ab' },
  activity: { title: 'Die letzten sechs Monate', sent: 'Gesendet', completed: 'Abgeschlossen' },
  nextStep: {
    label: 'Nächster Schritt',
    notSealed: {
      title: '„{name}“ kann noch nicht gesiegelt werden',
      text: 'Alle haben unterschrieben. Das Siegeln wird wiederholt, bis es gelingt.',
      action: 'Grund ansehen',
    },
    draft: {
      title: '„{name}“ wurde noch nicht gesendet',
      signers: 'Entwurf für {names}.',
      noSigners: 'Entwurf ohne Unterzeichner.',
      action: 'Fortfahren',
    },
    refused: {
      title: '„{name}“ wurde abgelehnt',
      text: 'Die Unterschrift von {names} fehlt.',
      action: 'Grund lesen',
    },
    first: {
      title: 'Senden Sie Ihr erstes Dokument zur Unterschrift',
      text: 'Wählen Sie ein PDF, nennen Sie die Unterzeichner und legen Sie fest, wo sie unterschreiben. Alle erhalten eine E-Mail; Sie verfolgen den Fortschritt.',
    },
  },
  quota: {
    title: 'Dieser Monat',
    documents: 'Dokumente',
    signatures: 'Unterschriften',
    usage: '<strong>{used}</strong> von {limit}',
    progress: '{name}, verbraucht',
    plan: '{organisation}, Tarif: {plan}',
    plans: { free: 'Kostenlos', starter: 'Starter', business: 'Business', enterprise: 'Enterprise' },
  },
}
