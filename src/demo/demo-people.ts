// The names of the demo's applicants.
import { lines } from './text-lines.ts'

// One language per line; a slash separates first and last name, because both may contain spaces.
export const people = lines(`
English: Maya/Thornton, George/Pickering, Chloe/Hargreaves, Alfie/Dunn, Harriet/Beaumont-Clarke
English: Jack/Ollerenshaw, Sophie/Whitlock, Ben/Fairclough, Isla/Mae Rowbotham, Theo/St. John
English: Ellie/Braithwaite, Marcus/Bailey, Poppy/Featherstonehaugh, Kieran/Walsh-Adeyemi, Josh/Tanner
English: Amelia/Grantham, Leon/Campbell, Jasmine/Reid, Oscar/Villiers, Nadia/Cartwright
English: Rhys/Pemberton, Charlotte/Oakes, Tyrone/Francis, Hattie/Sugden, Callum/Birtwistle
English: Martha/Ellis, Wilf/Crossley, Dawn/Postlethwaite, Gary/Nuttall, Imogen/Lacey, Daniel/Holroyd, Keisha/Brathwaite
Welsh: Siân/Llewellyn, Gethin/ap Rhys, Angharad/Prydderch
Irish: Aoife/Ní Dhomhnaill, Seán/Ó Briain, Niamh/O’Sullivan
Polish: Łukasz/Wójcik, Agnieszka/Kowalczyk, Paweł/Świątek, Małgorzata/Zielińska, Kamil/Błaszczykowski
Romanian: Ionuț/Popescu, Ștefania/Dănilă, Andrei/Moldoveanu
Turkish: Elif/Yıldız, Mert/Çağlar, Gül/Şahin
Vietnamese: Thị Hương/Nguyễn, Minh/Đặng, Linh/Trần
Spanish: Lucía/Fernández de la Fuente, Álvaro/Muñoz, Ximena/Ibáñez
Portuguese: João/Gonçalves, Inês/Magalhães, Thiago/dos Santos Araújo
French: Zoé/Lefèvre, Jean-Baptiste/Delacroix, Aïcha/Benoît
German: Jörg/Müller, Friederike/Weiß, Anna-Lena/Schwarzenberger
Italian: Niccolò/Esposito, Giulia/D’Angelo, Matteo/Ferraro
Punjabi: Harpreet/Kaur Sandhu, Gurdeep/Singh Gill, Simran/Bains
Urdu: Ayesha/Siddiqui, Hamza/Malik, Zainab/Qureshi
Hindi: Rohan/Mehta, Priyanka/Venkataraman, Aarav/Joshi
Bengali: Farhana/Chowdhury, Tanvir/Rahman, Nusrat/Begum
Tamil: Kavitha/Subramaniam, Arun/Selvarajah
Yoruba: Temitope/Adebayo, Oluwaseun/Ogunbanjo, Folake/Akinwande
Igbo: Chiamaka/Okonkwo, Emeka/Nwosu
Twi: Kwame/Boateng, Akosua/Mensah
Somali: Hodan/Abdi Warsame, Abdirahman/Yusuf
Arabic: Layla/Al-Khatib, Omar/El-Sayed, Rania/Haddad
Persian: Shirin/Tehrani, Kaveh/Rostami
Ukrainian: Oksana/Shevchenko, Taras/Bondarenko, Yuliia/Kovalenko
Lithuanian: Rūta/Žukauskaitė, Mantas/Petrauskas
Hungarian: Zsófia/Erdős, Balázs/Kőszegi
Czech: Tomáš/Dvořák, Kateřina/Němcová
Croatian: Đorđe/Marković, Ivana/Šimić
Greek: Eleni/Papadopoulou, Nikos/Karagiannis
Swedish: Åsa/Lindström, Björn/Åkesson
Danish: Søren/Kjærgaard, Freja/Østergaard
Icelandic: Guðrún/Þorsteinsdóttir
Cantonese: Ka-yan/Cheung, Wing/Lau
Mandarin: Yuxuan/Zhang, Mei/Lin
Japanese: Haruka/Nakamura
Korean: Ji-woo/Han
Tagalog: Maricel/Dela Cruz
`).flatMap((line) => {
  const [language = '', names = ''] = line.split(': ')
  return names.split(', ').map((name) => {
    const [firstName = '', lastName = ''] = name.split('/')
    return { language, firstName, lastName }
  })
})
