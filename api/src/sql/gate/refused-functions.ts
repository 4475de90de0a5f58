/** Functions of the pinned engine that analysts may not call, in lower case, by the reason. */
export const refusalReasons = {
  /** Reads files, dictionaries, models or other servers, or writes outside of the answer. */
  outside:
    'aiclassify aiembed aiextract aigenerate aitranslate catboostevaluate dictget dictgetall dictgetchildren dictgetdate ' +
    'dictgetdateordefault dictgetdatetime dictgetdatetimeordefault dictgetdescendants dictgetfloat32 ' +
    'dictgetfloat32ordefault dictgetfloat64 dictgetfloat64ordefault dictgethierarchy dictgetint16 dictgetint16ordefault ' +
    'dictgetint32 dictgetint32ordefault dictgetint64 dictgetint64ordefault dictgetint8 dictgetint8ordefault dictgetipv4 ' +
    'dictgetipv4ordefault dictgetipv6 dictgetipv6ordefault dictgetkeys dictgetordefault dictgetornull dictgetroot ' +
    'dictgetstring dictgetstringordefault dictgetuint16 dictgetuint16ordefault dictgetuint32 dictgetuint32ordefault ' +
    'dictgetuint64 dictgetuint64ordefault dictgetuint8 dictgetuint8ordefault dictgetuuid dictgetuuidordefault dicthas ' +
    'dictisin file generateserialid logtrace naivebayesclassifier naivebayesclassifierwithallprobs ' +
    'naivebayesclassifierwithprob regionhierarchy regionin regiontoarea regiontocity regiontocontinent regiontocountry ' +
    'regiontodistrict regiontoname regiontopopulation regiontotopcontinent showcertificate',
  /** Tells of the machine and of how the engine is set up on it. */
  machine:
    'addresstoline addresstolinewithinlines addresstosymbol buildid demangle displayname errorcodetoname ' +
    'filesystemavailable filesystemcapacity filesystemunreserved fqdn fullhostname generatesnowflakeid getmacro ' +
    'getmaxtablenamelengthfordatabase getoskernelversion getserverport hasthreadfuzzer hostname revision servertimezone ' +
    'serveruuid shardcount shardnum tcpport tid uptime zookeepersessionuptime',
  /** Tells of users, roles, queries and settings of the engine. */
  session:
    'authenticateduser authuser connection_id connectionid current_query_id currentprofiles currentqueryid currentroles ' +
    'defaultprofiles defaultroles enabledprofiles enabledroles getclienthttpheader getmergetreesetting getserversetting ' +
    'getsetting getsettingordefault globalvariable initial_query_id initial_query_start_time initialqueryid ' +
    'initialquerystarttime query_id queryid transactionid transactionlatestsnapshot transactionoldestsnapshot user',
  /** Tells of tables without reading them as views do. */
  'other tables':
    'hascolumnintable indexhint ismergetreepartcoveredby joinget joingetornull mergetreepartinfo partitionid',
  /** Waits. */
  pause: 'sleep sleepeachrow',
  /** Ends a statement because of a row. */
  errors: 'aggthrow throwif timeseriesthrowduplicateseriesif',
  /** Hands text to another parser or writer of the engine. */
  parser:
    'formatquery formatqueryornull formatquerysingleline formatquerysinglelineornull formatrow formatrownonewline fuzzquery ' +
    'generaterandomstructure highlightquery normalizedqueryhash normalizedqueryhashkeepnames normalizequery ' +
    'normalizequerykeepnames obfuscatequery obfuscatequerywithseed structuretocapnprotoschema structuretoprotobufschema ' +
    'tokenizequery',
  /** Takes the memory of an aggregate that a statement could have made up. */
  states:
    'arrayreduce arrayreduceinranges evalmlmethod finalizeaggregation initializeaggregation numericindexedvectorallvaluesum ' +
    'numericindexedvectorbuild numericindexedvectorcardinality numericindexedvectorgetvalue ' +
    'numericindexedvectorpointwiseadd numericindexedvectorpointwisedivide numericindexedvectorpointwiseequal ' +
    'numericindexedvectorpointwisegreater numericindexedvectorpointwisegreaterequal numericindexedvectorpointwiseless ' +
    'numericindexedvectorpointwiselessequal numericindexedvectorpointwisemultiply numericindexedvectorpointwisenotequal ' +
    'numericindexedvectorpointwisesubtract numericindexedvectorshortdebugstring numericindexedvectortomap runningaccumulate',
  /** Makes much out of little. */
  large: 'randomfixedstring randomprintableascii randomstring randomstringutf8 repeat space',
  /** Needs secrets, which do not belong into statements. */
  keys: 'aes_decrypt_mysql aes_encrypt_mysql decrypt encrypt trydecrypt',
  /** Shows inner workings of the engine, or is for its own use. */
  inside:
    '__actionname __applyfilter __bitboolmaskand __bitboolmaskor __bitswaplasttwo __bitwrapperfunc __getscalar ' +
    '__patchpartitionid __scalarsubqueryresult __toyearcalendaronly _cast blocknumber blockserializedsize blocksize ' +
    'dumpcolumnstructure estimatecompressionratio gettypeserializationstreams nothing nothingnull nothinguint64 ' +
    'timeseriescopytag timeseriescopytags timeseriesextracttag timeseriesgrouptosamplingkey timeseriesgrouptotags ' +
    'timeseriesidtogroup timeseriesidtotags timeseriesidtotagsgroup timeseriesjointags timeseriesremovealltagsexcept ' +
    'timeseriesremovetag timeseriesremovetags timeseriesreplacetag timeseriesstoretags timeseriestagsgrouptotags ' +
    'timeseriestagstogroup',
} as const;

export const refusedFunctions: ReadonlySet<string> = new Set(
  Object.values(refusalReasons).flatMap((names) => names.split(' ')),
);
