import type { Texts } from './en.ts'

export const de: Texts = {
  dates: 'de',
  test: 'Dies ist ein Test. Nichts darin ist bindend.',
  testSubject: 'Test: {subject}',
  bareLink: 'Falls die Schaltfläche nicht geht, öffnen Sie diese Adresse:',
  personalLink:
    'Der Link gehört nur Ihnen. Geben Sie ihn nicht weiter: Wer ihn hat, kann in Ihrem Namen handeln.',
  whySigner: '{tenant} sendet Ihnen diese Mail mit Paraph wegen „{process}“.',
  whyMember: 'Sie erhalten diese Mail, weil Sie bei {tenant} mit Paraph arbeiten.',
  whySignUp: 'Sie erhalten diese Mail, weil diese Adresse bei Paraph eingegeben wurde.',
  labelled: '{label}:',
  messageFrom: 'Nachricht von {sender}',
  reasonGiven: 'Angegebener Grund',
  document: 'Dokument',
  documents: 'Dokumente',
  openUntil: 'Offen bis',
  signedBy: 'Unterschrieben von',
  missing: 'Nicht unterschrieben von',

  askedToSign: {
    subject: 'Bitte unterschreiben: {process}',
    heading: '{sender} bittet um Ihre Unterschrift',
    body: '{sender} von {tenant} hat Ihnen „{process}“ gesendet und bittet um Ihre Unterschrift. Sie lesen und unterschreiben im Browser; ein Konto brauchen Sie nicht.',
    button: 'Lesen und unterschreiben',
  },
  askedToApprove: {
    subject: 'Bitte genehmigen: {process}',
    heading: '{sender} bittet um Ihre Genehmigung',
    body: '{sender} von {tenant} hat Ihnen „{process}“ gesendet und bittet um Ihre Genehmigung. Sie lesen und genehmigen im Browser; ein Konto brauchen Sie nicht.',
    button: 'Lesen und genehmigen',
  },
  askedToRead: {
    subject: 'Zum Lesen: {process}',
    heading: '{sender} bittet Sie zu lesen',
    body: '{sender} von {tenant} hat Ihnen „{process}“ zum Lesen gesendet. Zu unterschreiben ist nichts; ein Konto brauchen Sie nicht.',
    button: 'Lesen',
  },
  remindedToSign: {
    subject: 'Erinnerung: bitte {process} unterschreiben',
    heading: 'Ihre Unterschrift fehlt noch',
    body: '{sender} von {tenant} wartet auf Ihre Unterschrift unter „{process}“.',
    button: 'Lesen und unterschreiben',
  },
  remindedToApprove: {
    subject: 'Erinnerung: bitte {process} genehmigen',
    heading: 'Ihre Genehmigung fehlt noch',
    body: '{sender} von {tenant} wartet auf Ihre Genehmigung von „{process}“.',
    button: 'Lesen und genehmigen',
  },
  code: {
    subject: 'Ihr Code für {process}',
    heading: 'Ihr Code',
    body: 'Geben Sie ihn auf der Seite ein, die danach fragt; dann öffnet sich „{process}“.',
    after:
      'Er gilt {minutes} Minuten und nur einmal. Niemand von {tenant} oder Paraph wird Sie je danach fragen. Haben Sie ihn nicht angefordert, brauchen Sie nichts zu tun.',
  },
  completed: {
    subject: 'Von allen unterschrieben: {process}',
    heading: 'Alle haben unterschrieben',
    body: '„{process}“ ist vollständig und versiegelt. Ihr Exemplar liegt bereit.',
    button: 'Dokument herunterladen',
  },
  copy: {
    subject: 'Ihre Kopie: {process}',
    heading: 'Eine Kopie für Sie',
    body: '{sender} von {tenant} lässt Ihnen diese Kopie senden. Alle haben „{process}“ unterschrieben; es ist vollständig und versiegelt.',
    button: 'Dokument herunterladen',
  },
  completedSender: {
    subject: 'Von allen unterschrieben: {process}',
    heading: 'Alle haben unterschrieben',
    body: '„{process}“ ist vollständig und versiegelt. Das unterschriebene Dokument, das Zertifikat und das Protokoll liegen in Ihrem Tresor.',
    button: 'Vorgang öffnen',
  },
  refusedSender: {
    subject: 'Abgelehnt: {process}',
    heading: '{signer} hat abgelehnt',
    body: '{signer} ({email}) möchte „{process}“ nicht unterschreiben. Damit endet der Vorgang für alle; seine Dokumente können neu gesendet werden.',
    button: 'Vorgang öffnen',
  },
  refusedOthers: {
    subject: 'Beendet: {process}',
    heading: 'Sie brauchen nichts mehr zu tun',
    body: '„{process}“ ist beendet: Jemand von den Gefragten hat abgelehnt. Es kann nicht mehr unterschrieben werden.',
  },
  cancelled: {
    subject: 'Zurückgezogen: {process}',
    heading: 'Sie brauchen nichts mehr zu tun',
    body: '{tenant} hat „{process}“ zurückgezogen, das Ihnen {sender} gesendet hatte. Es kann nicht mehr unterschrieben werden.',
  },
  cancelledUnsealable: {
    subject: 'Zurückgezogen: {process}',
    heading: 'Das Dokument konnte nicht unterschrieben werden',
    body: '{tenant} hat „{process}“ zurückgezogen, das Ihnen {sender} gesendet hatte: Die Datei lässt sich aus technischen Gründen nicht unterschreiben. Falls Sie schon unterschrieben haben, ist diese Unterschrift wirkungslos. {sender} kann Ihnen eine andere Datei senden.',
  },
  sealBlocked: {
    subject: 'Bitte handeln: {process} lässt sich nicht unterschreiben',
    heading: 'Ein Dokument lässt sich nicht unterschreiben',
    body: 'Die Unterschriften von „{process}“ lassen sich nicht in die Dokumente einfügen, und weitere Versuche helfen nicht. Brechen Sie den Vorgang ab: Alle Beteiligten erfahren den Grund. Senden Sie dann einen Ersatz, etwa dasselbe Dokument als neu gedrucktes PDF.',
    button: 'Vorgang öffnen',
  },
  expired: {
    subject: 'Abgelaufen: {process}',
    heading: 'Die Zeit zum Unterschreiben ist vorbei',
    body: '„{process}“ war bis {until} offen, und nicht alle haben unterschrieben. Wird es noch gebraucht, bitten Sie {sender} von {tenant}, es erneut zu senden.',
  },
  expiredSender: {
    subject: 'Abgelaufen: {process}',
    heading: 'Die Zeit zum Unterschreiben ist vorbei',
    body: '„{process}“ war bis {until} offen, und nicht alle haben unterschrieben. Die Dokumente können neu gesendet werden.',
    button: 'Vorgang öffnen',
  },
  userInvited: {
    subject: 'Ihr Zugang zu {tenant} bei Paraph',
    heading: 'Willkommen, {name}',
    body: '{inviter} lädt Sie ein, bei {tenant} mit Paraph zu arbeiten, wo Dokumente unterschrieben werden. Wählen Sie ein Passwort, und Sie sind dabei.',
    bodyUnnamed:
      'Sie sind eingeladen, bei {tenant} mit Paraph zu arbeiten, wo Dokumente unterschrieben werden. Wählen Sie ein Passwort, und Sie sind dabei.',
    button: 'Passwort wählen',
    elsewhere:
      'Sie haben mit dieser Adresse bereits ein Konto. Das neue besteht daneben, mit einem eigenen Passwort: Das Passwort entscheidet, wo Sie sich anmelden.',
    after: 'Der Link gilt bis {until} und nur einmal.',
  },
  passwordReset: {
    subject: 'Ein neues Passwort für Paraph',
    heading: 'Wählen Sie ein neues Passwort',
    body: 'Für {email} wurde ein neues Passwort angefordert.',
    button: 'Neues Passwort wählen',
    after:
      'Der Link gilt bis {until} und nur einmal. Haben Sie ihn nicht angefordert, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.',
  },
  passwordChanged: {
    subject: 'Ihr Passwort für Paraph wurde geändert',
    heading: 'Ihr Passwort wurde geändert',
    body: 'Das Passwort von {email} wurde geändert.',
    at: 'Wann',
    from: 'Von der Adresse',
    button: 'Anderes Passwort wählen',
    after:
      'Waren Sie es selbst, brauchen Sie nichts zu tun. Wenn nicht, wählen Sie sofort ein anderes Passwort und sagen Sie einer Administratorin oder einem Administrator von {tenant} Bescheid: Alle anderen Sitzungen wurden beendet.',
  },
  circumstances: { by: 'Von', key: 'dem API-Schlüssel {name}', at: 'Wann', from: 'Von der Adresse' },
  roles: { tenant_admin: 'Administrator', user: 'Benutzer', viewer: 'Leser' },
  signUpConfirm: {
    subject: 'Bestätigen Sie Ihre Adresse für Paraph',
    heading: 'Bestätigen Sie Ihre Adresse',
    body: 'Bei Paraph wurde ein Konto mit dieser Adresse angelegt. Bestätigen Sie, dass es Ihre ist: Vorher kann das Konto nichts an andere senden.',
    button: 'Adresse bestätigen',
    after:
      'Der Link gilt bis {until} und nur einmal. Haben Sie sich nicht angemeldet, brauchen Sie nichts zu tun.',
  },
  addressConfirm: {
    subject: 'Bestätigen Sie Ihre Adresse für {tenant} bei Paraph',
    heading: 'Bestätigen Sie Ihre Adresse',
    body: '{to} soll anstelle von {from} die Adresse werden, mit der Sie sich bei {tenant} anmelden.',
    button: 'Adresse bestätigen',
    after:
      'Der Link gilt bis {until} und nur einmal. Erwarten Sie ihn nicht, brauchen Sie nichts zu tun: Es ändert sich nichts.',
  },
  addressChange: {
    subject: 'Ihre Adresse für {tenant} soll geändert werden',
    heading: 'Ihre Adresse soll ersetzt werden',
    body: 'Die Adresse Ihres Kontos, {from}, soll durch {to} ersetzt werden. Sie gilt, bis die neue aus ihrem Postfach bestätigt ist.',
    after:
      'Wissen Sie davon, brauchen Sie nichts zu tun. Wenn nicht, sagen Sie sofort einer Administratorin oder einem Administrator von {tenant} Bescheid und wählen Sie ein anderes Passwort.',
  },
  newAdmin: {
    subject: 'Neue Administratorrechte bei {tenant}',
    heading: 'Jemand hat neue Administratorrechte',
    body: '{person} hat jetzt Administratorrechte bei {tenant} und darf dort alles.',
    button: 'Benutzer ansehen',
    after:
      'Soll das nicht sein, entfernen Sie das Konto und widerrufen Sie API-Schlüssel, die Sie nicht kennen.',
  },
  roleChanged: {
    subject: 'Eine Rolle bei {tenant} wurde geändert',
    heading: 'Eine Rolle wurde geändert',
    body: 'Die Rolle von {person} wurde von {from} zu {to} geändert.',
    button: 'Benutzer ansehen',
    after:
      'Soll das nicht sein, ändern Sie sie zurück und widerrufen Sie API-Schlüssel, die Sie nicht kennen.',
  },
  newKey: {
    subject: 'Ein neuer API-Schlüssel von {tenant}',
    heading: 'Ein API-Schlüssel wurde erstellt',
    body: 'Mit dem API-Schlüssel „{name}“ kann ein Programm für {tenant} handeln.',
    scopes: 'Er darf',
    button: 'API-Schlüssel ansehen',
    after: 'Wissen Sie nichts davon, widerrufen Sie ihn.',
  },
  webhookDisabled: {
    subject: 'Ein Webhook von {tenant} wurde abgeschaltet',
    heading: 'Ein Webhook wurde abgeschaltet',
    body: 'Zustellungen an {url} sind gescheitert; es wird nichts mehr dorthin gesendet.',
    after:
      'Bringen Sie den Empfänger in Ordnung und schalten Sie den Webhook wieder ein. Was in seinem Protokoll steht, lässt sich von dort erneut senden; was bis dahin geschieht, wird ihm nicht aufgehoben.',
    gone: 'Er antwortete mit 410 Gone.',
    failing: 'Er ist fünf Tage lang gescheitert.',
    button: 'Webhooks öffnen',
  },
  quotaNear: {
    subject: '{percent} % der {quota} dieses Monats sind verbraucht',
    heading: '{quota}: {used} von {limit}',
    body: '{tenant} hat {percent} % der {quota} dieses Monats verbraucht. Am {resets} beginnt es von vorn.',
    button: 'Verbrauch ansehen',
  },
  quotaFull: {
    subject: 'Die {quota} dieses Monats sind verbraucht',
    heading: '{quota}: {used} von {limit}',
    documents:
      '{tenant} hat alle {quota} dieses Monats verbraucht: Vor dem {resets} kann keines mehr hochgeladen werden.',
    signatures:
      '{tenant} hat alle {quota} dieses Monats verbraucht: Vor dem {resets} kann kein Vorgang mehr gesendet werden.',
    button: 'Verbrauch ansehen',
  },
  quotas: { documents: 'Dokumente', signatures: 'Unterschriften' },
}
