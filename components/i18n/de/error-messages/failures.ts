import type { failureMessages as english } from '#lib/core/error-messages/failures'

export const failureMessages: Record<(typeof english)[number], string> = {
  'Something went wrong on our side. It will be retried.':
    'Auf unserer Seite ist ein Fehler aufgetreten. Es wird erneut versucht.',
  'Processing was interrupted and will be retried.':
    'Die Verarbeitung wurde unterbrochen und wird wiederholt.',
  'Processing of the document was interrupted.': 'Die Verarbeitung des Dokuments wurde unterbrochen.',
  'Processing the document needs more than {limit} MB of memory.':
    'Die Verarbeitung des Dokuments braucht mehr als {limit} MB Arbeitsspeicher.',
  'Processing the document takes more than {limit} s.':
    'Die Verarbeitung des Dokuments dauert länger als {limit} s.',
  'Processing the document took more than {limit} s on a busy machine.':
    'Die Verarbeitung des Dokuments hat auf einem ausgelasteten Server länger als {limit} s gedauert.',
  'No time-stamping authority is available.': 'Kein Zeitstempeldienst ist verfügbar.',
  'The new revision adds no signature over the whole file.':
    'Die neue Revision fügt keine Unterschrift über die ganze Datei hinzu.',
  'The new revision is not valid: {reason}': 'Die neue Revision ist nicht gültig: {reason}',
  'The file is certified: no fields may be added.':
    'Die Datei ist zertifiziert: Es dürfen keine Felder hinzukommen.',
  'The file has no pages.': 'Die Datei hat keine Seiten.',
  'The file has no empty field for the seal.': 'Die Datei hat kein leeres Feld für das Siegel.',
  'The cross-reference sections of the file cannot be followed.':
    'Der Aufbau der Datei ist beschädigt (Querverweise).',
  'The earlier bytes of the file were changed.': 'Die früheren Bytes der Datei wurden verändert.',
  'The picture is not a PNG, or is damaged.': 'Das Bild ist kein PNG oder beschädigt.',
  'The picture has too many pixels.': 'Das Bild hat zu viele Pixel.',
  'The picture is damaged.': 'Das Bild ist beschädigt.',
  'The picture is empty.': 'Das Bild ist leer.',
  'The storage of this installation is full, so nothing was saved. The operator must free some space.':
    'Der Speicher dieser Installation ist voll; nichts wurde gespeichert. Der Betreiber muss Platz schaffen.',
  'The disk of the database is full, so nothing was saved. The operator must free some space.':
    'Die Festplatte der Datenbank ist voll; nichts wurde gespeichert. Der Betreiber muss Platz schaffen.',
  'The storage of this installation is not available; nothing was saved. Try again later.':
    'Der Speicher dieser Installation ist nicht verfügbar; nichts wurde gespeichert. Versuchen Sie es später erneut.',
  'The SMTP server does not respond. The email will be sent when it does.':
    'Der SMTP-Server antwortet nicht. Die E-Mail wird gesendet, sobald er antwortet.',
  "Can't send mail - all recipients were rejected: {response}":
    'Der Mailserver hat den Empfänger abgelehnt: {response}',
  'The user who started it was deleted.': 'Der Benutzer, der den Versand gestartet hat, wurde gelöscht.',
  'The role of the user who started it does not allow this any more.':
    'Die Rolle des Benutzers, der dies gestartet hat, erlaubt es nicht mehr.',
  'The user who started it must set up a second factor first.':
    'Der Benutzer, der dies gestartet hat, muss zuerst einen zweiten Faktor einrichten.',
  'The API key that started it was deleted.':
    'Der API-Schlüssel, mit dem dies gestartet wurde, wurde gelöscht.',
  'The API key that started it has expired.':
    'Der API-Schlüssel, mit dem dies gestartet wurde, ist abgelaufen.',
  'The API key that started it lacks the scope {scope}.':
    'Dem API-Schlüssel, mit dem dies gestartet wurde, fehlt die Berechtigung {scope}.',
  'The API key that started it is not allowed from the IP address it was started from.':
    'Der API-Schlüssel, mit dem dies gestartet wurde, ist für die damalige IP-Adresse nicht mehr zugelassen.',
  'The email address of the organisation is not confirmed.':
    'Die E-Mail-Adresse der Organisation ist nicht bestätigt.',
  'The template was deleted.': 'Die Vorlage wurde gelöscht.',
  'The user who started it has no access to the folder of the template.':
    'Der Benutzer, der den Versand gestartet hat, hat keinen Zugriff auf den Ordner der Vorlage.',
  'The data of the person was erased.': 'Die Daten der Person wurden gelöscht.',
  'Monthly quota exceeded: {used} of {limit} {quota} used. It resets on {day}.':
    'Monatskontingent überschritten: {used} von {limit} verbraucht. Es beginnt am {day} neu.',
  'Cancelled: the webhook was disabled.': 'Abgebrochen: Der Webhook wurde ausgeschaltet.',
  'No response within {seconds} s.': 'Keine Antwort innerhalb von {seconds} s.',
  'Responded with {status}; redirects are not followed.':
    'Antwort {status}; Weiterleitungen wird nicht gefolgt.',
  'Responded with 410 Gone.': 'Antwort 410 Gone.',
  'Responded with {status}.': 'Antwort {status}.',
  'The connection was refused.': 'Die Verbindung wurde abgelehnt.',
  'The connection was reset.': 'Die Verbindung wurde zurückgesetzt.',
  'The host cannot be reached.': 'Der Host ist nicht erreichbar.',
  'The network cannot be reached.': 'Das Netz ist nicht erreichbar.',
  'The connection timed out.': 'Zeitüberschreitung bei der Verbindung.',
  'The response headers are too long.': 'Die Kopfzeilen der Antwort sind zu lang.',
  'The response takes longer than {seconds} s.': 'Die Antwort dauert länger als {seconds} s.',
  'The response is larger than {limit} bytes.': 'Die Antwort ist größer als {limit} Byte.',
  'The TLS connection failed ({code}).': 'Die TLS-Verbindung ist fehlgeschlagen ({code}).',
  'The connection failed ({code}).': 'Die Verbindung ist fehlgeschlagen ({code}).',
  'The connection failed.': 'Die Verbindung ist fehlgeschlagen.',
  '{message} Print it to a new PDF first.': '{message} Drucken Sie es zuerst in ein neues PDF.',
  '{message} Try again shortly; if it happens again, print the document to a new PDF and use that.':
    '{message} Versuchen Sie es gleich noch einmal; wenn es wieder geschieht, drucken Sie das Dokument in ein neues PDF und verwenden Sie dieses.',
  'This is not a PDF file.': 'Das ist keine PDF-Datei.',
  'The database is not available. Try again shortly.':
    'Die Datenbank ist nicht verfügbar. Versuchen Sie es gleich noch einmal.',
}
