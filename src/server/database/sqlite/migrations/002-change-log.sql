-- Facts about the database itself. The epoch changes only when its content is replaced.
create table "meta" ("key" text not null primary key, "value" text not null) strict;

insert into "meta" values ('epoch', lower(hex(randomblob(8))));

-- Every change to a thought, in the order of the commits. Triggers write it in the transaction of
-- the change, so that no writer can leave it out, not even one who writes by hand.
create table "changes" (
  "position" integer primary key autoincrement,
  "textID" text not null
) strict;

-- Ids that were deleted, with whom they belonged to: they are never used again.
create table "tombstones" (
  "textID" text not null primary key,
  "uID" text not null
) strict, without rowid;

create trigger "thought-added" after insert on "Thoughts-Data" begin
  insert into "changes" ("textID") values (new."textID");
end;

create trigger "thought-edited" after update on "Thoughts-Data" begin
  insert into "changes" ("textID") values (new."textID");
end;

create trigger "thought-deleted" after delete on "Thoughts-Data" begin
  insert into "changes" ("textID") values (old."textID");
  insert into "tombstones" values (old."textID", old."uID") on conflict do nothing;
end;

-- Readers that missed more read their lists again.
create trigger "changes-pruned" after insert on "changes" when new."position" % 500 = 0 begin
  delete from "changes" where "position" <= new."position" - 2000;
end;

-- Nobody knows who vouched for a session from before, so those end.
drop table "sessions";

create table "sessions" (
  "tokenHash" text not null primary key,
  "uid" text not null references "users" ("uid"),
  "issuer" text not null,
  "createdAt" integer not null,
  "lastSeenAt" integer not null
) strict;

-- From here on the version is SQLite's own user_version.
drop table if exists "kysely_migration";

drop table if exists "kysely_migration_lock";
