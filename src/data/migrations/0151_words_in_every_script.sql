-- Search: one way to compare words, for what is stored and for what is asked, in every script (docs/search.md has its rules).

-- A text in plain letters and digits: width, ligatures and presentation forms are those of the usual letters (NFKC).
create function plain_letters(words text)
returns text
language plpgsql
immutable
parallel safe
as $$
begin
  if octet_length(words) = char_length(words) then
    return words;
  end if;
  words := normalize(words, NFKC);
  if words ~ '[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]' then
    words := translate(
      words,
      '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯๐๑๒๓๔๕๖๗๘๙',
      '01234567890123456789012345678901234567890123456789'
    );
  end if;
  return words;
end;
$$;

-- Old and simplified forms of Chinese characters as one, and katakana as hiragana. A table of pairs, most of them of names.
create function plain_characters(words text)
returns text
language plpgsql
immutable
parallel safe
as $$
declare
  forms constant text := '亞惡壓圍醫爲壹隱榮營衞驛圓鹽艷應歐毆櫻奧橫溫穩假價畫會壞懷繪擴殼覺學嶽樂勸卷寬歡罐觀關陷' || '顏歸氣龜僞戲犧舊據擧峽挾狹曉區驅勳薰徑惠溪經繼莖螢輕鷄藝缺儉劍圈檢權獻縣險顯驗嚴效廣恆鑛' || '號國濟碎劑冱雜參慘棧蠶贊殘絲齒兒辭濕實舍寫釋壽收從澁獸縱肅處敍將燒稱證乘剩壤孃條淨疊穰讓' || '釀囑觸寢愼晉眞盡圖粹醉隨髓數樞瀨聲靜攝竊專戰淺潛纖踐錢禪雙壯搜插爭總聰莊裝騷藏臟屬續墮體' || '對帶滯臺瀧擇澤單擔膽團彈斷癡遲晝蟲鑄廳聽鎭遞鐵轉點傳黨盜燈當鬪德獨讀屆繩貳惱腦霸廢拜賣麥' || '發髮拔蠻祕濱甁拂佛竝變邊辨瓣辯舖穗寶襃豐沒飜槇萬滿默彌藥譯豫餘與譽搖樣謠遙來賴亂覽龍兩獵' || '綠鄰凜壘勵禮隸靈齡戀爐勞樓郞祿錄亙灣髙﨑嵜桒栁濵齋齊斉邉嶋嶌槗曻冨峯产產历歷週乡鄉鐘複复' || '埜舘𠮷亚恶压围荣营卫应樱隐价怀坏绘扩觉乐劝宽欢观关颜归气龟伪戏据举晓驱经继萤轻鸡艺俭剑检' || '权县险显验严广矿济杂赞丝齿儿实释从涩兽纵肃处烧证净让图专战钱总聪庄骚脏续对带择泽单团弹迟' || '铸厅听镇铁转传斗读恼脑废卖发滨变边辩铺丰译摇样赖览龙两猎绿邻灵龄劳录张陈刘黄杨赵吴孙马罗' || '郑谢许韩冯邓萧蒋叶苏吕卢钟谭陆贾韦邹阎汤龚顾华东长门车书电话网销库货业务员计财语个们这时' || '间开问见现场办设职级线结给统约练买质费资运达过进选还银舗丽伟杰强军飞鹏凤红兰琼阳云辉兴宁' || '维诚义爱涛娇洁颖莹莲鸣鸿纪项页题类风饭馆鱼鲜岛桥仓师账贸购护训记试认调谈论负责术际协创动' || '胜厂机极构标汉连适阴虽须顺领头养惊';
  plain constant text := '亜悪圧囲医為壱隠栄営衛駅円塩艶応欧殴桜奥横温穏仮価画会壊懐絵拡殻覚学岳楽勧巻寛歓缶観関陥' || '顔帰気亀偽戯犠旧拠挙峡挟狭暁区駆勲薫径恵渓経継茎蛍軽鶏芸欠倹剣圏検権献県険顕験厳効広恒鉱' || '号国済砕剤冴雑参惨桟蚕賛残糸歯児辞湿実舎写釈寿収従渋獣縦粛処叙将焼称証乗剰壌嬢条浄畳穣譲' || '醸嘱触寝慎晋真尽図粋酔随髄数枢瀬声静摂窃専戦浅潜繊践銭禅双壮捜挿争総聡荘装騒蔵臓属続堕体' || '対帯滞台滝択沢単担胆団弾断痴遅昼虫鋳庁聴鎮逓鉄転点伝党盗灯当闘徳独読届縄弐悩脳覇廃拝売麦' || '発髪抜蛮秘浜瓶払仏並変辺弁弁弁鋪穂宝褒豊没翻槙万満黙弥薬訳予余与誉揺様謡遥来頼乱覧竜両猟' || '緑隣凛塁励礼隷霊齢恋炉労楼郎禄録亘湾高崎崎桑柳浜斎斎斎辺島島橋昇富峰産産歴歴周郷郷鍾復復' || '野館吉亜悪圧囲栄営衛応桜隠価懐壊絵拡覚楽勧寛歓観関顔帰気亀偽戯拠挙暁駆経継蛍軽鶏芸倹剣検' || '権県険顕験厳広鉱済雑賛糸歯児実釈従渋獣縦粛処焼証浄譲図専戦銭総聡荘騒臓続対帯択沢単団弾遅' || '鋳庁聴鎮鉄転伝闘読悩脳廃売発浜変辺弁鋪豊訳揺様頼覧竜両猟緑隣霊齢労録張陳劉黃楊趙吳孫馬羅' || '鄭謝許韓馮鄧蕭蔣葉蘇呂盧鍾譚陸賈韋鄒閻湯龔顧華東長門車書電話網銷庫貨業務員計財語個們這時' || '間開問見現場辦設職級線結給統約練買質費資運達過進選還銀鋪麗偉傑強軍飛鵬鳳紅蘭瓊陽雲輝興寧' || '維誠義愛濤嬌潔穎瑩蓮鳴鴻紀項頁題類風飯館魚鮮島橋倉師帳貿購護訓記試認調談論負責術際協創動' || '勝廠機極構標漢連適陰雖須順領頭養驚';
  used text;
  meant text;
begin
  if words ~ '[\u30a1-\u30f6]' then
    words := translate(
      words,
      'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
      'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ'
    );
  end if;
  if words !~ ('[' || forms || ']') then
    return words;
  end if;
  -- `translate` goes through all pairs for each letter, so it gets those that occur.
  select string_agg(form, ''), string_agg(substr(plain, strpos(forms, form), 1), '')
  into used, meant
  from
    (
      select distinct met[1] as form from regexp_matches(words, '([' || forms || '])', 'g') as met
    ) as pair;
  return translate(words, used, meant);
end;
$$;

-- The letters of a text as they are compared: without case, accents and vowel signs. Signs and blanks stay.
create function letters_of(words text)
returns text
language plpgsql
stable
parallel safe
set search_path = public, pg_temp
as $$
declare
  letters text;
begin
  if octet_length(words) = char_length(words) then
    return lower(words);
  end if;
  letters := lower(unaccent(plain_letters(words)));
  -- Accents without a letter of their own, and the selectors of a character's form.
  letters := regexp_replace(letters, '[\u0300-\u036f\ufe00-\ufe0f\U000e0100-\U000e01ef]+', '', 'g');
  if letters ~ '[\u0370-\u06ff]' then
    -- Hebrew and Arabic vowel signs, and the line that only makes a word longer.
    letters := regexp_replace(
      letters,
      '[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]+',
      '',
      'g'
    );
    letters := translate(letters, 'ςйїґأإآٱىیئؤةکہھ', 'σиігاااايييوهكهه');
  end if;
  if letters ~ '[\u0e4d\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]' then
    -- NFKC takes this one Thai vowel apart.
    letters := plain_characters(replace(letters, U&'\0e4d\0e32', U&'\0e33'));
  end if;
  return letters;
end;
$$;

-- For a class of a regular expression: letters of scripts that are written without blanks between the words, or with endings and
-- particles at them.
create function run_letters()
returns text
language sql
immutable
parallel safe
as $$
  select
    '\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\U00020000-\U0003ffff';
$$;

-- The same for what may stand inside of a word and be left out: apostrophes of all kinds, and hyphens.
create function inner_signs()
returns text
language sql
immutable
parallel safe
as $$
  select '''`´׳״\u02b0-\u02ff\u2010\u2011\u2018-\u201b\u2032-';
$$;

create function has_runs(letters text)
returns boolean
language sql
immutable
parallel safe
as $$
  select letters ~ ('[' || run_letters() || ']');
$$;

-- The words of such letters, with a blank between them: everything but letters, digits and the scripts above.
create function words_of(letters text)
returns text
language plpgsql
immutable
parallel safe
as $$
begin
  return btrim(
    regexp_replace(
      letters,
      case
        when octet_length(letters) = char_length(letters) then '[^a-zA-Z0-9]+'
        else '[\u0001-/:-@[-`{-\u00bf\u00d7\u00f7\u02b0-\u02ff\u0589-\u05cf\u05f3\u05f4\u0600-\u061f\u066a-\u066d\u06d4\u0964\u0965\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u303f\u30a0\u30fb\ue000-\uf8ff\ufe10-\ufe6f\uff00-\uff0f\ufff0-\uffff\U0001f000-\U0001faff\U000e0000-\U0010ffff' || run_letters(

        ) || ']+'
      end,
      ' ',
      'g'
    )
  );
end;
$$;

-- The runs of letters in scripts without blanks. Where only a blank or the end of a line is between two, they are one.
create function runs_of(letters text)
returns setof text
language sql
immutable
parallel safe
as $$
  select run[1]
  from
    regexp_matches(
      regexp_replace(
        letters,
        '([' || run_letters() || '])\s+(?=[' || run_letters() || '])',
        '\1',
        'g'
      ),
      '([' || run_letters() || ']+)',
      'g'
    ) as run;
$$;

-- Other ways to write one word: 'mueller' for 'Müller', 'obrien' for 'O''Brien', an Arabic word without its 'and' or 'the'.
create function other_forms(word text)
returns text[]
language plpgsql
stable
parallel safe
set search_path = public, pg_temp
as $$
declare
  letters constant text := letters_of(word);
  plain constant text := lower(plain_letters(word));
  forms text[] := '{}';
begin
  if plain ~ '[äöüåø]' then
    forms := forms || letters_of(
      regexp_replace(
        regexp_replace(
          regexp_replace(regexp_replace(plain, 'ä', 'ae', 'g'), '[öø]', 'oe', 'g'),
          'ü',
          'ue',
          'g'
        ),
        'å',
        'aa',
        'g'
      )
    );
  end if;
  if letters ~ ('[^0-9\s][' || inner_signs() || ']') then
    forms := forms || array(
      select regexp_replace(form, '[' || inner_signs() || ']+', '', 'g')
      from unnest(forms || letters) as form
    );
  end if;
  if letters ~ '[\u0621-\u064a]' then
    forms := forms || array(
      select
        coalesce(
          substring(part from '^[وف]?[بك]?ال(.{2,})$'),
          substring(part from '^[وف]?لل(.{2,})$'),
          substring(part from '^و(.{3,})$')
        )
      from regexp_split_to_table(words_of(letters), ' ') as part
      where part ~ '^(?:[وف]?[بك]?ال.{2,}|[وف]?لل.{2,}|و.{3,})$'
    );
  end if;
  return array(
    select distinct words_of(form)
    from unnest(forms) as form
    where words_of(form) not in ('', words_of(letters))
  );
end;
$$;

-- The numbers in a text, as digits alone: of a telephone, an account. Shorter ones are words like others.
create function numbers_of(letters text)
returns setof text
language sql
immutable
parallel safe
as $$
  select digits
  from
    regexp_matches(replace(letters, '(0)', ' '), '[0-9](?:[ ()./-]{0,2}[0-9]){5,}', 'g') as number,
    regexp_replace(number[1], '[^0-9]+', '', 'g') as digits
  where char_length(digits) <= 15;
$$;

-- What the document has for a number, which is looked for by its end: its digits backwards, behind letters that begin no word.
create function end_of_number(digits text)
returns text
language plpgsql
immutable
parallel safe
as $$
begin
  return 'zq' || reverse(digits);
end;
$$;

-- What the document of an applicant has for a text: its words, and their other forms behind them.
create function search_words(words text)
returns text
language plpgsql
stable
parallel safe
set search_path = public, pg_temp
as $$
declare
  letters constant text := coalesce(letters_of(words), '');
  found text := words_of(letters);
begin
  if has_runs(letters) then
    -- Three letters from each place: whatever stands inside a run is the beginning of one, or of several.
    found := concat_ws(
      ' ',
      found,
      (
        select string_agg(regexp_replace(substr(run, first), '(...)', '\1 ', 'g'), ' ')
        from
          runs_of(letters) as run,
          generate_series(1, 3) as first
      )
    );
  end if;
  if words ~ ('[^\u0001-\u007f]|[' || inner_signs() || ']') then
    found := concat_ws(
      ' ',
      found,
      (
        select string_agg(form, ' ')
        from
          (
            select distinct special[1] as word
            from
              regexp_matches(
                plain_letters(words),
                '(\S*[äöüåøÄÖÜÅØ' || inner_signs(

                ) || ']\S*|(?<!\S)[^\u0621-\u064a\s]*[\u0610-\u061a\u064b-\u065f]*[وفبكلاأإآٱ]\S*)',
                'g'
              ) as special
          ) as special,
          unnest(other_forms(word)) as form
      )
    );
  end if;
  if letters ~ '[0-9][ ()./-]{0,2}[0-9]' then
    found := concat_ws(
      ' ',
      found,
      (
        select string_agg(digits || ' ' || end_of_number(digits), ' ')
        from numbers_of(letters) as digits
      )
    );
  end if;
  return found;
end;
$$;

-- A word as a part of a query, or a phrase: its own words one behind the other. `ending` is ':*' for the beginning of a word.
create function query_of_words(words text, ending text)
returns text
language plpgsql
immutable
parallel safe
as $$
begin
  return nullif('''' || replace(words, ' ', ''' <-> ''') || '''', '''''') || ending;
end;
$$;

-- The letters of a run as a part of a query. Up to three are looked for as a beginning.
create function query_of_run(run text)
returns text
language plpgsql
immutable
parallel safe
as $$
begin
  if char_length(run) <= 3 then
    return '''' || run || ''':*';
  end if;
  return (
    select string_agg('''' || substr(run, place, 3) || '''', ' & ')
    from generate_series(1, char_length(run) - 2) as place
  );
end;
$$;

-- One word that somebody asks for, in all its forms; null without a letter. `digits` of a number may be written in any way.
create function query_of_term(term text, digits text, ending text)
returns text
language plpgsql
stable
parallel safe
set search_path = public, pg_temp
as $$
declare
  letters constant text := letters_of(term);
  own text := query_of_words(words_of(letters), ending);
begin
  if digits <> '' then
    -- The last seven digits say which number; country and area before them are written in many ways.
    own := '( ' || replace(query_of_words(words_of(letters), ':*'), '<->', '&') || ' | '''
      || end_of_number(right(digits, 7)) || ''':* | ''' || digits || ''':* )';
  elsif own is not null then
    own := '( ' || concat_ws(
      ' | ',
      own,
      (
        select string_agg(query_of_words(form, ending), ' | ')
        from unnest(other_forms(term)) as form
      )
    ) || ' )';
  end if;
  if not has_runs(letters) then
    return own;
  end if;
  return '( ' || concat_ws(
    ' & ',
    own,
    (
      select string_agg(query_of_run(run), ' & ')
      from runs_of(letters) as run
    )
  ) || ' )';
end;
$$;

-- What someone typed, as a query: all words, each as the beginning of one; "a phrase" and -excluded ones as they are; or. Never
-- an error.
create or replace function applicant_query(words text)
returns tsquery
language plpgsql
stable
as $$
declare
  term record;
  asked text;
  built text := '';
  link text := ' & ';
begin
  for term in select
    -- One dash excludes; a run of them is a line that somebody drew.
    part[1] is not null as is_excluded,
    part[2] as phrase,
    part[3] as number,
    part[4] as word
  from
    regexp_matches(
      plain_letters(words),
      '(-(?!-))?(?:"([^"]*)"?|([+(]*[0-9](?:[ ().\/-]{0,3}[0-9]){3,}(?![a-zA-Z]))|([^\s"]+))',
      'g'
    ) as part loop
    if lower(term.word) = 'or' and not term.is_excluded then
      link := ' | ';
      continue;
    end if;
    asked := query_of_term(
      coalesce(term.phrase, term.number, term.word),
      case
        when not term.is_excluded then regexp_replace(
          replace(term.number, '(0)', ''),
          '[^0-9]+',
          '',
          'g'
        )
      end,
      case
        when term.phrase is null
        and not term.is_excluded then ':*'
        else ''
      end
    );
    if asked is null then
      continue;
    end if;
    built := built || case
      when built <> '' then link
      else ''
    end || case
      when term.is_excluded then '!'
      else ''
    end || asked;
    link := ' & ';
  end loop;
  return built::tsquery;
exception when syntax_error or internal_error or program_limit_exceeded then
  -- What cannot be asked finds nobody by its words.
  return ''::tsquery;
end;
$$;

-- The words that are asked for, a number as it is written, and how to find one in a text: `starts` in its small letters behind a blank,
-- which is quick and enough for most; `any_form`, a regular expression, in `letters_of` it, also with signs between the letters of a
-- word and in its shorter form. Null without a word.
create function marks_of(asked tsquery, out words text[], out starts text[], out any_form text)
returns record
language sql
stable
set search_path = public, pg_temp
as $$
  select
    array_agg(distinct word),
    array_agg(blank || word),
    string_agg(
      case
        when blank = '' then ''
        else '\m'
      end || case
        when word ~ '^[0-9]+$' then regexp_replace(word, '(.)(?!$)', '\1[ ()./-]{0,3}', 'g')
        when has_runs(word) then regexp_replace(word, '(.)(?!$)', '\1\s?', 'g')
        else regexp_replace(
          regexp_replace(word, '(.)(?!$)', '\1[' || inner_signs() || ']?', 'g'),
          '([uoa])(\[[^]]*\]\?)(e|a)',
          '\1(?:\2\3)?',
          'g'
        )
      end,
      '|'
    )
  from
    (
      select
        case
          when lexeme[1] ~ '^zq[0-9]+$' then reverse(substr(lexeme[1], 3))
          else lexeme[1]
        end as word,
        lexeme[1] ~ '^[a-z0-9]' and lexeme[1] !~ '^zq[0-9]' as begins
      from regexp_matches(asked::text, '''((?:[^'']|'''')*)''', 'g') as lexeme
    ) as read,
    lateral unnest(
      case
        when begins then array[' ', E'\n']
        else array['']
      end
    ) as blank;
$$;

create or replace function part_of_person(words text)
returns text
language sql
stable
as $$
  select
    case
      when char_length(words) >= 3 then '%' || regexp_replace(
        letters_of(words),
        '[\\%_]',
        '\\\&',
        'g'
      ) || '%'
    end;
$$;

-- By which of these rules a text was made; a migration that changes them raises it, and a background task makes the others anew.
create function search_rules()
returns smallint
language sql
immutable
parallel safe
as $$
  select 1::smallint;
$$;
alter table applicant_searches
add column rules smallint not null default 0;
create index applicant_searches_old_idx on applicant_searches (rules) where rules < 1;

create or replace function refresh_applicant_search(applicant uuid)
returns void
language plpgsql
as $$
declare
  person applicants;
  names text;
  cv text;
  notes text;
  own tsvector;
  document tsvector;
begin
  -- Whoever comes second waits, and then reads what the first has written.
  perform 1 from applicant_searches where applicant_id = applicant for update;
  select * into person from applicants where id = applicant;
  if person.id is null then
    return;
  end if;
  names := concat_ws(
    ' ',
    person.first_name,
    person.last_name,
    names_in_one(person.first_name, person.last_name)
  );
  select concat_ws(E'\n', text, nullif(joined_words, ''))
  into cv
  from cv_texts
  where applicant_id = applicant;
  select string_agg(body, E'\n') into notes from applicant_notes where applicant_id = applicant;
  own := setweight(
    to_tsvector('simple', search_words(concat_ws(E'\n', names, person.email))),
    'A'
  ) || setweight(
    to_tsvector(
      'simple',
      search_words(
        concat_ws(
          E'\n',
          person.role_title,
          person.cover_letter,
          person.additional_info,
          person.linkedin_url,
          person.website_url,
          person.phone
        )
      )
    ),
    'B'
  );
  begin
    document := own || setweight(to_tsvector('simple', search_words(notes)), 'C') || to_tsvector(
      'simple',
      search_words(cv)
    );
  exception when program_limit_exceeded then
    -- A document has a largest size, which a file of a hundred thousand different words reaches.
    document := own || to_tsvector('simple', search_words(left(cv, 20000)));
  end;
  insert into applicant_searches
    (applicant_id, organization_id, created_at, person, document, rules)
  values
    (
      person.id,
      person.organization_id,
      person.created_at,
      letters_of(concat_ws(' ', names, person.email)),
      document,
      search_rules()
    )
  on conflict (applicant_id) do update
    set
      created_at = excluded.created_at,
      person = excluded.person,
      document = excluded.document,
      rules = excluded.rules;
end;
$$;

-- Nothing above calls them. `spaced` and the configuration `applicant_words` stay for processes of the version before.
drop function folded(text);
drop function parts_of_address(text);
