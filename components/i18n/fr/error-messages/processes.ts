import type { processMessages as english } from '#lib/core/error-messages/processes'

export const processMessages: Record<(typeof english)[number], string> = {
  'A process needs a document before it is sent.': 'Une procédure a besoin d’un document avant son envoi.',
  'A process needs a signer or approver before it is sent.':
    'Une procédure a besoin d’une personne qui signe ou approuve avant son envoi.',
  '“{name}” cannot be signed: {reason} Print it to a new PDF, upload that and use it instead.':
    '« {name} » ne peut pas être signé : {reason} Imprimez-le dans un nouveau PDF, importez celui-ci et utilisez-le à sa place.',
  'The process would have expired already: the days count from its sending.':
    'La procédure serait déjà expirée : les jours comptent à partir de son envoi.',
  'Cannot be changed after sending.': 'Ne peut plus être modifié après l’envoi.',
  'The documents have fields, but nobody signs or approves.':
    'Les documents ont des champs, mais personne ne signe ni n’approuve.',
  'No signer is left for the role “{role}” of the text tags.':
    'Il ne reste aucun signataire pour le rôle « {role} » des balises.',
  'A process has at most {limit} fields.': 'Une procédure a {limit} champs au maximum.',
  'A process has at most {limit} signers.': 'Une procédure a {limit} signataires au maximum.',
  'The process is not waiting for this signer.': 'La procédure n’attend pas ce signataire.',
  'The field {id} is not in this process.': 'Le champ {id} n’appartient pas à cette procédure.',
  'The field {id} is not in this template.': 'Le champ {id} n’appartient pas à ce modèle.',
  'The field {id} appears twice.': 'Le champ {id} figure deux fois.',
  'The signer {id} appears twice.': 'Ce signataire figure deux fois.',
  'The signer {id} is not in this process.': 'Ce signataire n’est pas dans cette procédure.',
  'The document {id} is not in this process.': 'Ce document n’est pas dans cette procédure.',
  'The document {id} is not in this template.': 'Ce document n’est pas dans ce modèle.',
  'The document {id} stays in this process.': 'Ce document reste dans cette procédure.',
  'The document {id} is replaced twice.': 'Ce document est remplacé deux fois.',
  'It is not your turn to sign this process.': 'Ce n’est pas à votre tour de signer cette procédure.',
  'A {role} fills no fields.': 'Les personnes avec le rôle {role} ne remplissent aucun champ.',
  'Page {page} does not exist: the document has {pages}.':
    'La page {page} n’existe pas : le document en a {pages}.',
  'Is left of the page.': 'Dépasse le bord gauche de la page.',
  'Is above the page.': 'Dépasse le bord supérieur de la page.',
  'Reaches beyond the right edge: the page is {width} points wide.':
    'Dépasse le bord droit : la page a {width} points de large.',
  'Reaches below the bottom edge: the page is {height} points high.':
    'Dépasse le bord inférieur : la page a {height} points de haut.',
  'A {type} field needs options.': 'Un champ de ce type a besoin d’options.',
  'Options must be different.': 'Les options doivent être différentes.',
  'A {type} field cannot be read-only: its signer fills it.':
    'Un champ de ce type ne peut pas être en lecture seule : son signataire le remplit.',
  'A read-only field needs a value.': 'Un champ en lecture seule a besoin d’une valeur.',
  'Only a date can be filled in automatically.': 'Seule une date peut être remplie automatiquement.',
  'An automatic date has no bounds and is not read-only.':
    'Une date automatique n’a pas de limites et n’est pas en lecture seule.',
  'A {type} field is always shown: it cannot have a condition.':
    'Un champ de ce type est toujours affiché : il ne peut pas avoir de condition.',
  'Only a number can be calculated.': 'Seul un nombre peut être calculé.',
  'A calculated field cannot be changed anyway: leave `read_only` out.':
    'Un champ calculé ne peut de toute façon pas être modifié : il n’est pas en lecture seule.',
  'A calculated field has no limits.': 'Un champ calculé n’a pas de limites.',
  'Is calculated.': 'Ce champ est calculé.',
  'Is filled in automatically.': 'Ce champ est rempli automatiquement.',
  'Cannot be preset: only the signer fills this field.':
    'Ne peut pas être prérempli : seul le signataire remplit ce champ.',
  'min must not be more than max.': 'Le minimum ne doit pas dépasser le maximum.',
  'min_date must not be after max_date.': 'La première date ne doit pas être postérieure à la dernière.',
  'min_length must not be more than max_length.':
    'La longueur minimale ne doit pas dépasser la longueur maximale.',
  'Does not match the required pattern.': 'Ne correspond pas au modèle demandé.',
  'Must be a regular expression in RE2 syntax: look-around and back references are not supported.':
    'Une expression régulière en syntaxe RE2 est attendue : sans assertions avant ou arrière ni références arrière.',
  'There may be at most {limit} different patterns.': '{limit} modèles différents au maximum.',
  'Too large: {size} instructions with all repetitions expanded; at most {limit}. Use `max_length` to limit the length.':
    'Trop grand : {size} instructions une fois les répétitions développées, {limit} au maximum. Limitez plutôt la longueur du champ.',
  'Refers to its own field, directly or through other fields.':
    'Renvoie à son propre champ, directement ou par d’autres champs.',
  'No field of this signer has the label “{label}”.':
    'Aucun champ de ce signataire n’a le libellé « {label} ».',
  '{count} fields of this signer have the label “{label}”: give them different labels.':
    '{count} champs de ce signataire ont le libellé « {label} » : donnez-leur des libellés différents.',
  '“{label}” is a {type} field, which cannot be referred to.':
    'On ne peut pas renvoyer au champ « {label} » : c’est une signature ou des initiales.',
  '“{label}” is a checkbox: compare it with true or false.':
    '« {label} » est une case à cocher : comparez-la avec true ou false.',
  '“{label}” is a number: compare it with one such as {example}.':
    '« {label} » est un nombre : comparez-le à un nombre tel que {example}.',
  '“{label}” is a date: compare it with one such as {example}.':
    '« {label} » est une date : comparez-la à une date telle que {example}.',
  '“{value}” is not an option of “{label}”.': '« {value} » n’est pas une option de « {label} ».',
  '“{label}” is a {type} field: formulas use {types} fields.':
    '« {label} » n’est pas un champ de nombre, de texte ou de choix : les formules n’utilisent que ceux-là.',
  'The {member} of the stored field “{label}”: {message}': 'Le champ « {label} » : {message}',
  'The preset value of the field “{label}”: {message}':
    'La valeur prédéfinie du champ « {label} » : {message}',
  '“{name}” needs parentheses.': '« {name} » a besoin de parenthèses.',
  'A closing parenthesis is missing.': 'Il manque une parenthèse fermante.',
  'A number or label is missing at the end.': 'Il manque un nombre ou un libellé à la fin.',
  'A number or label is missing before “{token}”.': 'Il manque un nombre ou un libellé avant « {token} ».',
  'An operator is missing between two operands.': 'Il manque un opérateur entre deux opérandes.',
  'Not understood from “{rest}” on.': 'Incompréhensible à partir de « {rest} ».',
  'Give exactly one of `equals`, `not_equals` and `filled`.': 'Choisissez une seule comparaison.',
  'Required, unless the field has an `anchor`.': 'Indiquez la position du champ.',
}
