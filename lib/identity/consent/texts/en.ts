/**
 * Consent to sign electronically, in English: the information that the ESIGN Act (15 U.S.C. § 7001(c)) and eIDAS
 * require. A changed text is a new version; once it was released, the old one must stay readable.
 */
export const en = {
  version: '2026-11-en',
  text: `I have read the documents shown to me and agree to sign them electronically. My electronic signature is meant to bind me as my handwritten one would. It is an electronic signature under the ESIGN Act of the United States and under Regulation (EU) No 910/2014 (eIDAS), not a qualified one.
Scope: This consent covers the documents shown here and the messages about signing them, and nothing else. I receive the messages and the finished documents electronically.
Paper: I may ask the sender for the documents on paper, before or after I sign. If a paper copy costs anything, the sender tells me the price first.
Withdrawal: Until I sign, I may withdraw this consent free of charge, by choosing to refuse on this page or by writing to the sender. Then I do not sign electronically, and the sender decides whether I can sign on paper or whether the process ends. A signature that I have given before stays valid.
What I need: a device with an internet connection and a current web browser (Chrome, Edge, Firefox or Safari), an email address, and a program that opens PDF files. I can open the documents on this device, and save or print them.
Contact: I reach the sender at the email address shown with this text. I use it for questions, for paper copies, to withdraw, and to tell the sender a new email address of mine.
Evidence: My name, email address, the time, my network address and browser, and what I enter here are recorded with the documents as evidence. The finished documents may be sent to me and to the other parties electronically.`,
}
