import type { documentMessages as english } from '#lib/core/error-messages/documents'

export const documentMessages: Record<(typeof english)[number], string> = {
  'Choose a file.': 'Choisissez un fichier.',
  'Choose a PDF file.': 'Choisissez un fichier PDF.',
  'The file is larger than {limit} MB.': 'Le fichier dépasse {limit} Mo.',
  'The upload was cut off or is malformed.': 'L’envoi du fichier a été interrompu. Réessayez.',
  'Must be the id of a folder.': 'Choisissez un dossier.',
  'Must be the id of a folder, or "none".': 'Choisissez un dossier, ou aucun.',
  'Must be "everyone" or a list of at most {limit} user ids.':
    'Choisissez tout le monde, ou {limit} utilisateurs au maximum.',
  'There is a folder “{name}” already.': 'Il existe déjà un dossier « {name} ».',
  'The folder {id} does not exist.': 'Ce dossier n’existe pas, ou vous n’y avez pas accès.',
  'The user {id} does not exist.': 'Cet utilisateur n’existe pas.',
  'The document {id} does not exist.': 'Ce document n’existe pas, ou vous n’y avez pas accès.',
  'The document {id} is in another folder.': 'Ce document est dans un autre dossier.',
  'The document {id} appears twice.': 'Ce document figure deux fois.',
  'The document {id} belongs to another process.': 'Ce document appartient à une autre procédure.',
  'The template {id} does not exist.': 'Ce modèle n’existe pas, ou vous n’y avez pas accès.',
  'The template has no role “{role}”.': 'Le modèle n’a pas de rôle « {role} ».',
  'The template has no such role.': 'Le modèle n’a pas ce rôle.',
  'The role “{role}” appears twice.': 'Le rôle « {role} » figure deux fois.',
  'The role “{role}” needs a person.': 'Il faut une personne pour le rôle « {role} ».',
  'The list has no rows.': 'La liste n’a aucune ligne.',
  'The list has more than {limit} rows.': 'La liste a plus de {limit} lignes.',
  'The list has more than {limit} columns.': 'La liste a plus de {limit} colonnes.',
  'Line {line} has {cells} cells, but the header has {columns}.':
    'La ligne {line} a {cells} cellules, mais l’en-tête en a {columns}.',
  'A quotation mark is not closed before the end of the list.':
    'Un guillemet n’est pas fermé avant la fin de la liste.',
  'Line {line} has a quotation mark in the wrong place. Enclose the cell in quotation marks, and double those within it.':
    'La ligne {line} a un guillemet mal placé. Mettez la cellule entre guillemets et doublez ceux qu’elle contient.',
  'The list is not a valid CSV.': 'La liste n’est pas un CSV valide.',
  'Neither a role of the template nor a label of its fields.':
    'Ce n’est ni un rôle du modèle ni le libellé d’un de ses champs.',
  'Has characters that cannot be read. Save the list as UTF-8.':
    'Contient des caractères illisibles. Enregistrez la liste en UTF-8.',
  'The name of the column {name} has characters that cannot be read.':
    'Le nom de la colonne {name} contient des caractères illisibles.',
  'Two columns have the name {name}.': 'Deux colonnes portent le nom {name}.',
  'No column can have the name {name}.': 'Aucune colonne ne peut s’appeler {name}.',
  'Line {line} has a cell in a column without a name.':
    'La ligne {line} a une cellule dans une colonne sans nom.',
  'Row {row} has the same people as row {earlier}.':
    'La ligne {row} a les mêmes personnes que la ligne {earlier}.',
  'No field has this label.': 'Aucun champ n’a ce libellé.',
  'Up to 100 ids of vault documents, separated by commas.': '100 documents du coffre-fort au maximum.',
  'This is not a valid URL.': 'Ce n’est pas une URL valide.',
  'The address is missing.': 'Indiquez l’adresse.',
  'The URL must start with https://.': 'L’URL doit commencer par https://.',
  'The URL must not contain a user name or password.':
    'L’URL ne doit contenir ni nom d’utilisateur ni mot de passe.',
  'The host must be a full name, such as example.com.':
    'L’hôte doit être un nom complet, par exemple example.com.',
  'Port {port} is not allowed.': 'Le port {port} n’est pas autorisé.',
  'DNS lookup failed: {host} could not be resolved.': 'Recherche DNS sans résultat : {host} est introuvable.',
  'This address is not on the public Internet.': 'Cette adresse n’est pas sur l’Internet public.',
  'Must be one of *, {events}.': 'Événements possibles : *, {events}.',
  'Choose at least one event, or "*" for all.': 'Choisissez au moins un événement, ou tous.',
}
