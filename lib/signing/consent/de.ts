/** Die Zustimmung zum elektronischen Unterschreiben, auf Deutsch. */
export const de = {
  version: '2026-01-de',
  text: `Ich habe die mir gezeigten Dokumente gelesen und bin damit einverstanden, sie elektronisch zu unterschreiben. Meine elektronische Unterschrift soll mich ebenso binden wie meine handschriftliche.
Ich bin damit einverstanden, dass mein Name, meine E-Mail-Adresse, der Zeitpunkt, meine Netzwerkadresse und mein Browser sowie meine Angaben als Nachweis mit den Dokumenten aufgezeichnet werden und dass die fertigen Dokumente mir und den anderen Beteiligten elektronisch übermittelt werden dürfen.
Statt zu unterschreiben, darf ich ablehnen.`,
}
